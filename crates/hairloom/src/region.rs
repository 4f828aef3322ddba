//! Where on the head a lock is, from one of its places.

use glam::DVec3;

use crate::Region;

/// The region of a place of a lock, seen from the middle of the head; both in model space.
///
/// `Top` is the cone of 30 degrees about +Y; below it the quarters towards +Z, +X, −X and −Z are `Front`, `Left`, `Right`
/// and `Back`. An edge belongs to `Front` or `Back`, so that a mirrored place always falls in the mirrored region. The
/// very middle is `Top`.
pub(crate) fn region_of(place: DVec3, head_centre: DVec3) -> Region {
    let way = place - head_centre;
    let flat_squared = way.x * way.x + way.z * way.z;
    // tan 60° squared is 3.
    if way.y >= 0.0 && way.y * way.y >= 3.0 * flat_squared {
        return Region::Top;
    }
    if way.x.abs() > way.z.abs() {
        if way.x > 0.0 { Region::Left } else { Region::Right }
    } else if way.z >= 0.0 {
        Region::Front
    } else {
        Region::Back
    }
}

/// The angle by which chains of a region are counted, in whole degrees: from the character's right to its left in `Front`
/// and `Back`, from front to back in `Left` and `Right` (so that twins there get the same number), and round the crown from
/// the back over the right in `Top`.
///
/// Whole degrees, so that locks one above the other are told apart by height and not by the last bits of their place.
pub(crate) fn azimuth_in_region_deg(region: Region, root: DVec3, head_centre: DVec3) -> i32 {
    let way = root - head_centre;
    let (across, ahead) = match region {
        Region::Front | Region::Top => (way.x, way.z),
        Region::Back => (way.x, -way.z),
        Region::Left | Region::Right => (way.x.abs(), way.z),
    };
    let degrees = libm::round(libm::atan2(across, ahead).to_degrees());
    // Within ±180 by what atan2 gives.
    degrees as i32
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const HEAD: DVec3 = DVec3::new(0.0, 1.6, 0.0);

    #[test]
    fn names_the_five_regions() {
        let at = |x, y, z| region_of(HEAD + DVec3::new(x, y, z), HEAD);
        assert_eq!(at(0.0, 0.05, 0.1), Region::Front);
        assert_eq!(at(0.1, 0.05, 0.0), Region::Left);
        assert_eq!(at(-0.1, 0.05, 0.0), Region::Right);
        assert_eq!(at(0.0, 0.05, -0.1), Region::Back);
        assert_eq!(at(0.01, 0.1, 0.01), Region::Top);
        assert_eq!(at(0.0, 0.0, 0.0), Region::Top);
        assert_eq!(at(0.0, -0.1, 0.0), Region::Front);
        assert_eq!(at(0.1, 0.0, 0.1), Region::Front);
        assert_eq!(at(-0.1, 0.0, -0.1), Region::Back);
    }

    #[test]
    fn the_crown_begins_sixty_degrees_up() {
        let at = |y| region_of(DVec3::new(0.0, y, 1.0), DVec3::ZERO);
        assert_eq!(at(1.73), Region::Front);
        assert_eq!(at(1.74), Region::Top);
    }

    #[test]
    fn counts_from_right_to_left_and_from_front_to_back() {
        let azimuth = |region, x, z| azimuth_in_region_deg(region, DVec3::new(x, 0.0, z), DVec3::ZERO);
        assert_eq!(azimuth(Region::Front, -1.0, 1.0), -45);
        assert_eq!(azimuth(Region::Front, 1.0, 1.0), 45);
        assert_eq!(azimuth(Region::Back, -1.0, -1.0), -45);
        assert_eq!(azimuth(Region::Back, 1.0, -1.0), 45);
        assert_eq!(azimuth(Region::Left, 1.0, 0.5), 63);
        assert_eq!(azimuth(Region::Right, -1.0, -0.5), 117);
    }

    proptest! {
        #[test]
        fn a_mirrored_root_is_in_the_mirrored_region(x in -1.0..1.0, y in -1.0..1.0, z in -1.0..1.0) {
            let root = DVec3::new(x, y, z);
            let mirrored = DVec3::new(-x, y, z);
            let region = region_of(root, DVec3::ZERO);
            prop_assert_eq!(region_of(mirrored, DVec3::ZERO), region.mirrored());
            if matches!(region, Region::Left | Region::Right) {
                prop_assert_eq!(
                    azimuth_in_region_deg(region, root, DVec3::ZERO),
                    azimuth_in_region_deg(region.mirrored(), mirrored, DVec3::ZERO)
                );
            }
        }
    }
}
