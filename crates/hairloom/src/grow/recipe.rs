use glam::DVec3;

use super::head::Head;
use super::profile::Taper;

/// A hairstyle as numbers. Azimuths are degrees round the head: 0 at the face, 90 over the ears, 180 at the back, and
/// every lock at +a has a twin at −a. "Plan" is the view from above in the head's own measure, where the head's rim is
/// the unit circle: (0, 1) is the forehead, (1, 0) the left ear.
#[derive(Clone, Debug)]
pub(crate) struct Recipe {
    /// What `grow` calls it.
    pub(crate) name: &'static str,
    /// Linear RGBA of the hair.
    pub(crate) base_colour: [f32; 4],
    /// What it grows on.
    pub(crate) head: Head,
    /// Where the hair is parted.
    pub(crate) parting: Parting,
    /// How far the hair stands off the scalp.
    pub(crate) shell: Shell,
    /// Where the hair ends.
    pub(crate) hem: Hem,
    /// How tips curl under.
    pub(crate) tuck: Tuck,
    /// From the scalp outwards.
    pub(crate) layers: Vec<Layer>,
}

impl Recipe {
    /// The height over the scalp at `along` metres from the root: from under the skin up to `shell`, steep first.
    pub(crate) fn rise(&self, shell: f64, along: f64) -> f64 {
        let left = (1.0 - along / self.shell.rise).clamp(0.0, 1.0);
        shell - (shell + self.shell.sink) * left * left
    }
}

/// A straight parting from the fringe to the crown; hair falls away from it on both sides and in a fan at both ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parting {
    /// Plan z of its end at the fringe.
    pub(crate) front: f64,
    /// Plan z of its end at the crown.
    pub(crate) crown: f64,
    /// Plan distance of the roots from the line; below 0 they start on the far side, so that the two sides close over it.
    pub(crate) gap: f64,
    /// The fringe spans azimuths −this..this.
    pub(crate) fringe_deg: f64,
    /// The back begins here.
    pub(crate) back_deg: f64,
}

/// The surface that the hair lies on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shell {
    /// How deep roots sit under the scalp, metres.
    pub(crate) sink: f64,
    /// Within this length from the root the hair has risen to the shell, metres.
    pub(crate) rise: f64,
    /// Stand-off over the forehead, metres.
    pub(crate) front: f64,
    /// Stand-off over sides and back, metres.
    pub(crate) back: f64,
}

/// Heights above the ground at which the hair is cut, metres.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hem {
    /// The middle of the fringe.
    pub(crate) fringe: f64,
    /// How much lower the fringe ends at its edges.
    pub(crate) arch: f64,
    /// Beside the face.
    pub(crate) side: f64,
    /// At the nape.
    pub(crate) back: f64,
}

/// An even bend towards the head at the end of each lock.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tuck {
    /// Over this length before the tip, metres.
    pub(crate) length: f64,
    /// By this much, degrees.
    pub(crate) angle_deg: f64,
    /// The same for the fringe, metres.
    pub(crate) fringe_length: f64,
    /// The same for the fringe, degrees.
    pub(crate) fringe_angle_deg: f64,
}

/// Locks side by side all round the head.
#[derive(Clone, Debug)]
pub(crate) struct Layer {
    /// Locks in the fringe; an odd number puts one in the middle.
    pub(crate) fringe: usize,
    /// Locks on each side.
    pub(crate) side: usize,
    /// Locks at the back; an odd number puts one in the middle.
    pub(crate) back: usize,
    /// Height over the shell, metres.
    pub(crate) lift: f64,
    /// Every other lock lies this much higher, metres.
    pub(crate) stagger: f64,
    /// Width as a share of the room between neighbours; above 1 they overlap.
    pub(crate) overlap: f64,
    /// Height of the outer face as a share of the half width.
    pub(crate) bulge: f64,
    /// The greatest height of the outer face, metres.
    pub(crate) thickness: f64,
    /// Width along the lock.
    pub(crate) taper: Taper,
    /// Ends this much higher than the hem, metres.
    pub(crate) shorter: f64,
    /// Chance, and how far it goes.
    pub(crate) jitter: Jitter,
}

/// How far chance moves a lock, each way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Jitter {
    /// Azimuth, as a share of the lock's own span.
    pub(crate) azimuth: f64,
    /// Root along the parting, plan units.
    pub(crate) root: f64,
    /// Hem, metres.
    pub(crate) hem: f64,
    /// Sideways bend of the lower half, degrees.
    pub(crate) sway_deg: f64,
}

/// A bob with a fringe: jaw length, rounded at the back, tips turned under.
pub(crate) fn bob() -> Recipe {
    Recipe {
        name: "bob",
        base_colour: [0.069, 0.026, 0.015, 1.0],
        head: Head { centre: DVec3::new(0.0, 1.6, 0.0), radii: DVec3::new(0.078, 0.105, 0.095) },
        parting: Parting { front: 0.28, crown: -0.36, gap: -0.012, fringe_deg: 44.0, back_deg: 128.0 },
        shell: Shell { sink: 0.002, rise: 0.035, front: 0.004, back: 0.012 },
        hem: Hem { fringe: 1.620, arch: 0.012, side: 1.512, back: 1.508 },
        tuck: Tuck { length: 0.055, angle_deg: 55.0, fringe_length: 0.03, fringe_angle_deg: 18.0 },
        layers: vec![under_layer(), outer_layer(), strand_layer()],
    }
}

/// Broad and flat, close to the scalp: closes the hair from every side.
fn under_layer() -> Layer {
    Layer {
        fringe: 4,
        side: 3,
        back: 4,
        lift: 0.001,
        stagger: 0.001,
        overlap: 1.25,
        bulge: 0.2,
        thickness: 0.003,
        taper: Taper { root: 0.6, full: 0.15, narrow: 0.8, point: 0.5 },
        shorter: 0.004,
        jitter: Jitter { azimuth: 0.0, root: 0.0, hem: 0.002, sway_deg: 0.0 },
    }
}

/// The locks that make the picture.
fn outer_layer() -> Layer {
    Layer {
        fringe: 9,
        side: 6,
        back: 9,
        lift: 0.004,
        stagger: 0.0018,
        overlap: 1.12,
        bulge: 0.36,
        thickness: 0.005,
        taper: Taper { root: 0.5, full: 0.15, narrow: 0.5, point: 0.9 },
        shorter: 0.0,
        jitter: Jitter { azimuth: 0.12, root: 0.02, hem: 0.004, sway_deg: 8.0 },
    }
}

/// Narrow strands on top, over some of the seams.
fn strand_layer() -> Layer {
    Layer {
        fringe: 4,
        side: 3,
        back: 4,
        lift: 0.0075,
        stagger: 0.0005,
        overlap: 0.4,
        bulge: 0.45,
        thickness: 0.003,
        taper: Taper { root: 0.4, full: 0.3, narrow: 0.45, point: 1.0 },
        shorter: 0.008,
        jitter: Jitter { azimuth: 0.25, root: 0.05, hem: 0.01, sway_deg: 14.0 },
    }
}
