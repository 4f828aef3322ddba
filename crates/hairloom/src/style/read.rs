//! A style from JSON, or from whatever else serde reads.

use std::collections::BTreeMap;

use glam::DVec3;
use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess};

use super::object::{Fields, Number, Object, Place, Shown, Triple, at};
use super::write::{FORMAT, VERSION};
use super::{ChainPlace, Colour, Edit, Limits, Shape, ShapeTarget, Style};
use crate::{Fingerprint, Region};

/// The most bones that a chain is said to have.
const MAX_CHAIN_BONES: f64 = 65_535.0;

impl<'de> Deserialize<'de> for Style {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let place = Place::document("the style");
        let read = Object { place: &place, fields: Document::default() }.deserialize(deserializer)?;
        match (read.format, read.version) {
            (true, true) => {}
            (false, _) => return Err(Error::custom(format_args!("this is not a style: \"format\" is not {FORMAT:?}"))),
            (true, false) => return Err(Error::custom("the style has no \"version\"; version 1 is known here")),
        }
        // Only now: a style of a later version is told to be one, not to have unknown keys.
        match read.unknown_key {
            Some(key) => Err(at(&Place::document("the style"), format_args!("unknown key \"{key}\"; remove it"))),
            None => Ok(read.style),
        }
    }
}

#[derive(Default)]
struct Document {
    format: bool,
    version: bool,
    unknown_key: Option<String>,
    style: Style,
}

impl<'de> Fields<'de> for Document {
    fn field<A: MapAccess<'de>>(&mut self, key: &str, place: &Place<'_>, map: &mut A) -> Result<bool, A::Error> {
        match key {
            "format" => {
                let format: String = map.next_value().map_err(|error| at(place, error))?;
                if format != FORMAT {
                    return Err(at(
                        place,
                        format_args!("\"{}\" is not {FORMAT:?}; this is not a style", Shown(&format)),
                    ));
                }
                self.format = true;
            }
            "version" => {
                let version: f64 = map.next_value().map_err(|error| at(place, error))?;
                if version != f64::from(VERSION) {
                    let why = format_args!("{version} is not known here ({VERSION} is); update this program");
                    return Err(at(place, why));
                }
                self.version = true;
            }
            "rig" => self.style.rig = Some(map.next_value::<Fingerprint>().map_err(|error| at(place, error))?),
            "shape" => self.style.shape = read_entries(place, map)?,
            "bones" => self.style.bones = read_entries(place, map)?,
            "chains" => self.style.chains = read_entries(place, map)?,
            "colour" => {
                let colour = map.next_value_seed(Object { place, fields: Colour::default() })?;
                self.style.colour = (colour != Colour::default()).then_some(colour);
            }
            _ => {
                map.next_value::<IgnoredAny>()?;
                self.unknown_key.get_or_insert_with(|| Shown(key).to_string());
            }
        }
        Ok(true)
    }
}

/// What an object with free keys holds under them.
trait Entry: Sized {
    type Key: Ord;

    /// The key that `text` tells, or what it should look like.
    fn key(text: &str) -> Result<Self::Key, &'static str>;

    /// The value at `place`; none for one at rest.
    fn value<'de, A: MapAccess<'de>>(place: &Place<'_>, map: &mut A) -> Result<Option<Self>, A::Error>;
}

struct Entries<T: Entry>(BTreeMap<T::Key, T>);

impl<'de, T: Entry> Fields<'de> for Entries<T> {
    fn field<A: MapAccess<'de>>(&mut self, key: &str, place: &Place<'_>, map: &mut A) -> Result<bool, A::Error> {
        let key = T::key(key).map_err(|form| at(place, format_args!("the key is not {form}")))?;
        if let Some(value) = T::value(place, map)? {
            self.0.insert(key, value);
        }
        Ok(true)
    }
}

fn read_entries<'de, T: Entry, A: MapAccess<'de>>(
    place: &Place<'_>,
    map: &mut A,
) -> Result<BTreeMap<T::Key, T>, A::Error> {
    Ok(map.next_value_seed(Object { place, fields: Entries(BTreeMap::new()) })?.0)
}

impl Entry for Edit {
    type Key = String;

    fn key(text: &str) -> Result<String, &'static str> {
        let known = text == "root" || is_id(text, 2);
        known.then(|| text.to_owned()).ok_or("a bone id such as front-03-02, or root")
    }

    fn value<'de, A: MapAccess<'de>>(place: &Place<'_>, map: &mut A) -> Result<Option<Self>, A::Error> {
        let edit = map.next_value_seed(Object { place, fields: Self::REST })?;
        Ok((!edit.is_rest()).then_some(edit))
    }
}

impl<'de> Fields<'de> for Edit {
    fn field<A: MapAccess<'de>>(&mut self, key: &str, place: &Place<'_>, map: &mut A) -> Result<bool, A::Error> {
        let mut read = |least: f64, most: f64| map.next_value_seed(Triple { place, least, most });
        match key {
            "translation" => self.translation = read(-Self::MAX_TRANSLATION, Self::MAX_TRANSLATION)?,
            "rotation_deg" => self.rotation_deg = read(-Self::MAX_ROTATION_DEG, Self::MAX_ROTATION_DEG)?,
            "scale" => self.scale = read(Self::MIN_SCALE, Self::MAX_SCALE)?,
            _ => return Ok(false),
        }
        Ok(true)
    }
}

impl<'de> Deserialize<'de> for Edit {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Object { place: &Place::document("the edit"), fields: Self::REST }.deserialize(deserializer)
    }
}

impl Entry for Shape {
    type Key = ShapeTarget;

    fn key(text: &str) -> Result<ShapeTarget, &'static str> {
        ShapeTarget::from_name(text).ok_or("all, front, left, right, back or top")
    }

    fn value<'de, A: MapAccess<'de>>(place: &Place<'_>, map: &mut A) -> Result<Option<Self>, A::Error> {
        let shape = map.next_value_seed(Object { place, fields: Self::default() })?;
        Ok((shape != Self::default()).then_some(shape))
    }
}

impl<'de> Fields<'de> for Shape {
    fn field<A: MapAccess<'de>>(&mut self, key: &str, place: &Place<'_>, map: &mut A) -> Result<bool, A::Error> {
        let slider = match key {
            "length" => &mut self.length,
            "volume" => &mut self.volume,
            "lift" => &mut self.lift,
            "curl" => &mut self.curl,
            "sweep" => &mut self.sweep,
            _ => return Ok(false),
        };
        *slider = map.next_value_seed(Number { place, least: -1.0, most: 1.0 })?;
        Ok(true)
    }
}

impl Entry for ChainPlace {
    type Key = String;

    fn key(text: &str) -> Result<String, &'static str> {
        is_id(text, 1).then(|| text.to_owned()).ok_or("a chain id such as front-03")
    }

    fn value<'de, A: MapAccess<'de>>(place: &Place<'_>, map: &mut A) -> Result<Option<Self>, A::Error> {
        let told = map.next_value_seed(Object { place, fields: ToldPlace::default() })?;
        match (told.root, told.length_m, told.bones) {
            (Some(root), Some(length_m), Some(bones)) => Ok(Some(Self { root, length_m, bones })),
            _ => Err(at(place, "root, length_m and bones are all needed")),
        }
    }
}

#[derive(Default)]
struct ToldPlace {
    root: Option<DVec3>,
    length_m: Option<f64>,
    bones: Option<usize>,
}

impl<'de> Fields<'de> for ToldPlace {
    fn field<A: MapAccess<'de>>(&mut self, key: &str, place: &Place<'_>, map: &mut A) -> Result<bool, A::Error> {
        const MOST: f64 = Edit::MAX_TRANSLATION;
        match key {
            "root" => self.root = Some(map.next_value_seed(Triple { place, least: -MOST, most: MOST })?),
            "length_m" => self.length_m = Some(map.next_value_seed(Number { place, least: 0.0, most: MOST })?),
            "bones" => {
                let bones = map.next_value_seed(Number { place, least: 1.0, most: MAX_CHAIN_BONES })?;
                if bones.fract() != 0.0 {
                    return Err(at(place, format_args!("{bones} is not a whole number")));
                }
                self.bones = Some(bones as usize);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
}

impl<'de> Fields<'de> for Colour {
    fn field<A: MapAccess<'de>>(&mut self, key: &str, place: &Place<'_>, map: &mut A) -> Result<bool, A::Error> {
        let end = match key {
            "root" => &mut self.root,
            "tip" => &mut self.tip,
            _ => return Ok(false),
        };
        let colour: String = map.next_value().map_err(|error| at(place, error))?;
        let digits = colour.strip_prefix('#').filter(|hex| hex.len() == 6);
        if !digits.is_some_and(|hex| hex.bytes().all(|b| b.is_ascii_hexdigit())) {
            return Err(at(place, format_args!("\"{}\" is not a colour such as #2b1a12", Shown(&colour))));
        }
        *end = Some(colour);
        Ok(true)
    }
}

impl<'de> Deserialize<'de> for Limits {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let place = Place::document("the limits");
        let fields = Self { min: Edit::REST, max: Edit::REST };
        Object { place: &place, fields }.deserialize(deserializer)
    }
}

impl<'de> Fields<'de> for Limits {
    fn field<A: MapAccess<'de>>(&mut self, key: &str, place: &Place<'_>, map: &mut A) -> Result<bool, A::Error> {
        let bound = match key {
            "min" => &mut self.min,
            "max" => &mut self.max,
            _ => return Ok(false),
        };
        *bound = map.next_value_seed(Object { place, fields: Edit::REST })?;
        Ok(true)
    }
}

/// `<region>-<nn>` with one number, `<region>-<nn>-<kk>` with two. An id that is new is well-formed all the same.
fn is_id(text: &str, numbers: usize) -> bool {
    let mut parts = text.split('-');
    let region = parts.next().and_then(Region::from_name).is_some();
    let digits = |part: &str| (2..=9).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
    let rest: Vec<&str> = parts.take(numbers + 1).collect();
    region && rest.len() == numbers && rest.into_iter().all(digits)
}
