//! Strict JSON objects whose errors name the place: `bones.front-03-02.rotation_deg[1]: …`.

use std::collections::BTreeSet;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

/// What one kind of object does with its keys.
pub(super) trait Fields<'de> {
    /// Reads the value of `key`, which stands at `place`; false for a key that this kind of object does not have, without
    /// reading its value.
    fn field<A: MapAccess<'de>>(&mut self, key: &str, place: &Place<'_>, map: &mut A) -> Result<bool, A::Error>;
}

/// Where in the document a value stands: the way there, outermost last.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    within: Option<&'a Place<'a>>,
    step: Step<'a>,
}

#[derive(Clone, Copy)]
enum Step<'a> {
    Document(&'a str),
    Key(&'a str),
    Index(usize),
}

impl<'a> Place<'a> {
    /// The whole of what is read, called `name` in errors.
    pub(super) const fn document(name: &'a str) -> Self {
        Self { within: None, step: Step::Document(name) }
    }

    fn key(&'a self, key: &'a str) -> Self {
        Self { within: Some(self), step: Step::Key(key) }
    }

    fn index(&'a self, index: usize) -> Self {
        Self { within: Some(self), step: Step::Index(index) }
    }
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let within = self.within.filter(|within| !matches!(within.step, Step::Document(_)));
        if let Some(within) = within {
            within.fmt(f)?;
        }
        match self.step {
            Step::Document(name) => f.write_str(name),
            Step::Key(key) => write!(f, "{}{}", if within.is_some() { "." } else { "" }, Shown(key)),
            Step::Index(index) => write!(f, "[{index}]"),
        }
    }
}

/// A stranger's text in an error: one line, not long.
pub(super) struct Shown<'a>(pub(super) &'a str);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MOST: usize = 40;
        let mut chars = self.0.chars();
        for c in chars.by_ref().take(MOST) {
            write!(f, "{}", c.escape_debug())?;
        }
        if chars.next().is_some() { f.write_str("…") } else { Ok(()) }
    }
}

/// An error at `place`.
pub(super) fn at<E: Error>(place: &Place<'_>, why: impl fmt::Display) -> E {
    E::custom(format_args!("{place}: {why}"))
}

/// An object with `fields`, and nothing else, and no key twice.
pub(super) struct Object<'a, F> {
    pub(super) place: &'a Place<'a>,
    pub(super) fields: F,
}

impl<'de, F: Fields<'de>> DeserializeSeed<'de> for Object<'_, F> {
    type Value = F;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<F, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de, F: Fields<'de>> Visitor<'de> for Object<'_, F> {
    type Value = F;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an object for {}", self.place)
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<F, A::Error> {
        let mut seen = BTreeSet::new();
        while let Some(key) = map.next_key::<String>()? {
            let place = self.place.key(&key);
            if seen.contains(&key) {
                return Err(at(&place, "told twice; keep one"));
            }
            if !self.fields.field(&key, &place, &mut map)? {
                return Err(at(&place, "an unknown key; remove it"));
            }
            seen.insert(key);
        }
        Ok(self.fields)
    }
}

/// A number from `least` to `most`.
pub(super) struct Number<'a> {
    pub(super) place: &'a Place<'a>,
    pub(super) least: f64,
    pub(super) most: f64,
}

impl<'de> DeserializeSeed<'de> for Number<'_> {
    type Value = f64;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<f64, D::Error> {
        let number = <f64 as serde::Deserialize>::deserialize(deserializer).map_err(|error| at(self.place, error))?;
        // NaN is in no range.
        if (self.least..=self.most).contains(&number) {
            return Ok(number);
        }
        Err(at(self.place, format_args!("{number} is not from {} to {}", self.least, self.most)))
    }
}

/// An array of three numbers, each from `least` to `most`.
pub(super) struct Triple<'a> {
    pub(super) place: &'a Place<'a>,
    pub(super) least: f64,
    pub(super) most: f64,
}

impl<'de> DeserializeSeed<'de> for Triple<'_> {
    type Value = glam::DVec3;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<glam::DVec3, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Triple<'_> {
    type Value = glam::DVec3;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an array of three numbers for {}", self.place)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<glam::DVec3, A::Error> {
        let Self { place, least, most } = self;
        let mut numbers = [0.0; 3];
        for (index, number) in numbers.iter_mut().enumerate() {
            let place = place.index(index);
            let told = seq.next_element_seed(Number { place: &place, least, most })?;
            *number = told.ok_or_else(|| at(self.place, format_args!("{index} numbers; three are needed")))?;
        }
        if seq.next_element::<serde::de::IgnoredAny>()?.is_some() {
            return Err(at(self.place, "more than three numbers"));
        }
        Ok(numbers.into())
    }
}
