//! Errors as JavaScript sees them: an `Error` whose `message` is one sentence for people and whose `code` is for programs.
//!
//! | code | when |
//! | --- | --- |
//! | `bad_file` | the bytes are no file that we read; the message names the part at fault |
//! | `bad_options` | the options are no plain object, or have an unknown key or a wrong type |
//! | `no_hair` | nothing in the file looks like hair |
//! | `no_such_hair` | a name given as `hair` matches nothing |
//! | `no_such_hairstyle` | there is no built-in hairstyle of that name |
//! | `refused` | anything else that the domain refuses |

use js_sys::{Error, Reflect};

/// An `Error` with a `code`.
pub(crate) fn new(code: &str, message: &str) -> Error {
    let error = Error::new(message);
    // Setting a property of a fresh, extensible object cannot fail.
    let _ = Reflect::set(&error, &"code".into(), &code.into());
    error
}

pub(crate) fn from_gltf(error: &hairloom_gltf::Error) -> Error {
    new("bad_file", &error.to_string())
}

pub(crate) fn from_domain(error: &hairloom::Error) -> Error {
    let code = match error {
        hairloom::Error::NoHair { .. } => "no_hair",
        hairloom::Error::NoSuchHair { .. } => "no_such_hair",
        hairloom::Error::NoSuchHairstyle { .. } => "no_such_hairstyle",
        _ => "refused",
    };
    new(code, &error.to_string())
}
