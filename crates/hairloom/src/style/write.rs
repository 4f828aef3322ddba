//! A style to JSON, or to whatever else serde writes: only what differs from rest.

use glam::DVec3;
use serde::ser::{Error, Serialize, SerializeStruct, Serializer};

use super::{Colour, Edit, Limits, Shape, Style};

/// What `format` says.
pub(super) const FORMAT: &str = "hairloom-style";
/// What `version` says. Documents of a version are read for ever.
pub(super) const VERSION: u32 = 1;

impl Serialize for Style {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let shape = || self.shape.iter().filter(|(_, shape)| **shape != Shape::default());
        let bones = || self.bones.iter().filter(|(_, edit)| !edit.is_rest());
        let colour = self.colour.as_ref().filter(|colour| **colour != Colour::default());
        let mut object = serializer.serialize_struct("Style", 7)?;
        object.serialize_field("format", FORMAT)?;
        object.serialize_field("version", &VERSION)?;
        if let Some(rig) = self.rig {
            object.serialize_field("rig", &rig)?;
        }
        if shape().next().is_some() {
            object.serialize_field("shape", &Entries(shape))?;
        }
        if bones().next().is_some() {
            object.serialize_field("bones", &Entries(bones))?;
        }
        if !self.chains.is_empty() {
            object.serialize_field("chains", &self.chains)?;
        }
        if let Some(colour) = colour {
            object.serialize_field("colour", colour)?;
        }
        object.end()
    }
}

/// An object with the entries of an iterator, made anew for each writing.
struct Entries<F>(F);

impl<'a, K, V, I, F> Serialize for Entries<F>
where
    K: Serialize + 'a,
    V: Serialize + 'a,
    I: Iterator<Item = (&'a K, &'a V)>,
    F: Fn() -> I,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map((self.0)())
    }
}

impl Serialize for Edit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let parts = self.parts()?;
        let differs = parts.into_iter().filter(|(_, part, rest)| part != rest);
        let mut object = serializer.serialize_struct("Edit", 3)?;
        for (name, part, _) in differs {
            object.serialize_field(name, &part)?;
        }
        object.end()
    }
}

impl Serialize for Limits {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { min, max } = self.effective();
        let mut object = serializer.serialize_struct("Limits", 2)?;
        object.serialize_field("min", &Whole(&min))?;
        object.serialize_field("max", &Whole(&max))?;
        object.end()
    }
}

/// An edit with the parts that are at rest too.
struct Whole<'a>(&'a Edit);

impl Serialize for Whole<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Edit", 3)?;
        for (name, part, _) in self.0.parts()? {
            object.serialize_field(name, &part)?;
        }
        object.end()
    }
}

impl Edit {
    /// Name, numbers and rest of each part. JSON has no NaN: it would be written as null and never read again.
    fn parts<E: Error>(&self) -> Result<[(&'static str, DVec3, DVec3); 3], E> {
        let parts = [
            ("translation", self.translation, Self::REST.translation),
            ("rotation_deg", self.rotation_deg, Self::REST.rotation_deg),
            ("scale", self.scale, Self::REST.scale),
        ];
        match parts.iter().find(|(_, part, _)| !part.is_finite()) {
            Some((name, part, _)) => Err(E::custom(format_args!("{name} {part} cannot be written: it is not finite"))),
            None => Ok(parts),
        }
    }
}

/// For sliders.
pub(super) fn is_zero(value: &f64) -> bool {
    *value == 0.0
}
