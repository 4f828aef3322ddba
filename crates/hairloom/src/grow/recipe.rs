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
    /// The lower half of the hair over the ears bends this far towards the face, less in front and behind, degrees.
    pub(crate) sweep_deg: f64,
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
    /// Stand-off on top of the head, metres.
    pub(crate) top: f64,
    /// Stand-off at the head's rim over the forehead, metres.
    pub(crate) front: f64,
    /// Stand-off at the head's rim over the ears, metres.
    pub(crate) side: f64,
    /// Stand-off at the head's rim at the back, metres.
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
    /// At the face: the fringe.
    pub(crate) fringe: Bend,
    /// Beside the face.
    pub(crate) side: Bend,
    /// At the nape.
    pub(crate) back: Bend,
}

/// An arc at the end of a curve.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bend {
    /// Over this length before the tip, metres.
    pub(crate) length: f64,
    /// By this much in all, degrees.
    pub(crate) angle_deg: f64,
}

/// Where the locks of a layer lie.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Lanes {
    /// Side by side all round the head. An odd number in the fringe or at the back puts one in the middle.
    Fill {
        /// Locks in the fringe.
        fringe: usize,
        /// Locks on each side.
        side: usize,
        /// Locks at the back.
        back: usize,
    },
    /// Over the seams of the layer below: every so manieth, from the face round to the back.
    Seams {
        /// 1 for all.
        every: usize,
    },
}

/// Locks of one kind.
#[derive(Clone, Debug)]
pub(crate) struct Layer {
    /// Where they lie.
    pub(crate) lanes: Lanes,
    /// Corners of a lock's cross-section at scale 1.
    pub(crate) sides: usize,
    /// Plan distance of the roots from the parting; below 0 they start on its far side, so that the two sides close over it.
    pub(crate) gap: f64,
    /// The fans at both ends of the parting are rooted this far inside them, plan units, so that the sides close over them.
    pub(crate) inside: f64,
    /// Height over the shell where the hair is spread out, metres; less where locks are thin, at root and tip.
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
    /// Width of its lane, as a share.
    pub(crate) span: f64,
    /// Azimuth, as a share of its lane.
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
        parting: Parting { front: 0.28, crown: -0.36, fringe_deg: 44.0, back_deg: 128.0 },
        shell: Shell { sink: 0.002, rise: 0.025, top: 0.004, front: 0.007, side: 0.010, back: 0.013 },
        hem: Hem { fringe: 1.618, arch: 0.010, side: 1.506, back: 1.512 },
        tuck: Tuck {
            fringe: Bend { length: 0.03, angle_deg: 18.0 },
            side: Bend { length: 0.085, angle_deg: 52.0 },
            back: Bend { length: 0.09, angle_deg: 54.0 },
        },
        sweep_deg: 8.0,
        layers: vec![under_layer(), outer_layer(), strand_layer()],
    }
}

/// Broad and flat, close to the scalp: closes the hair from every side.
fn under_layer() -> Layer {
    Layer {
        lanes: Lanes::Fill { fringe: 5, side: 3, back: 4 },
        sides: 6,
        gap: -0.065,
        inside: 0.3,
        lift: 0.001,
        stagger: 0.001,
        overlap: 1.25,
        bulge: 0.12,
        thickness: 0.002,
        taper: Taper { root: 1.0, full: 0.15, narrow: 0.78, point: 0.55 },
        shorter: 0.002,
        jitter: Jitter { span: 0.0, azimuth: 0.0, root: 0.0, hem: 0.002, sway_deg: 0.0 },
    }
}

/// The locks that make the picture.
fn outer_layer() -> Layer {
    Layer {
        lanes: Lanes::Fill { fringe: 7, side: 5, back: 9 },
        sides: 8,
        gap: -0.012,
        inside: 0.2,
        lift: 0.004,
        stagger: 0.0022,
        overlap: 1.15,
        bulge: 0.45,
        thickness: 0.006,
        taper: Taper { root: 0.75, full: 0.15, narrow: 0.55, point: 0.75 },
        shorter: 0.0,
        jitter: Jitter { span: 0.25, azimuth: 0.05, root: 0.02, hem: 0.004, sway_deg: 3.5 },
    }
}

/// Narrow strands on top, over some of the seams.
fn strand_layer() -> Layer {
    Layer {
        lanes: Lanes::Seams { every: 2 },
        sides: 6,
        gap: -0.012,
        inside: 0.2,
        lift: 0.007,
        stagger: 0.0005,
        overlap: 0.4,
        bulge: 0.6,
        thickness: 0.003,
        taper: Taper { root: 0.4, full: 0.3, narrow: 0.45, point: 1.0 },
        shorter: 0.0,
        jitter: Jitter { span: 0.0, azimuth: 0.15, root: 0.03, hem: 0.005, sway_deg: 2.5 },
    }
}
