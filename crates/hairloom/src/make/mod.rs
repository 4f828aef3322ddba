//! A rig of our own: locks found, chains grown along them.

use crate::{Error, Hair, Model, Rig, RigOptions};

pub(crate) fn make_rig(_model: &Model, _hair: Vec<Hair>, _options: &RigOptions) -> Result<Rig, Error> {
    Err(Error::NoHair { why: "not built yet".to_owned() })
}
