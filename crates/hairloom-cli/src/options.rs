//! What a person asks of the rigger: the options file, and the flags that go before it.

use std::path::Path;

use hairloom::RigOptions;

use crate::args::RigArgs;
use crate::error::Error;

/// The options file, or the defaults where there is none, with the flags laid over it.
///
/// # Errors
/// Bad usage: an options file that can't be read, holds an unknown key or asks for fewer than two bones.
pub(crate) fn merged(args: &RigArgs) -> Result<RigOptions, Error> {
    let mut options = match &args.options {
        Some(path) => read(path)?,
        None => RigOptions::default(),
    };
    if !args.hair.is_empty() {
        options.hair.clone_from(&args.hair);
    }
    options.rerig |= args.rerig;
    if let Some(locks) = args.locks {
        options.locks = locks.into();
    }
    if let Some(bones) = args.max_bones.or(args.profile.map(crate::args::Profile::max_bones)) {
        options.max_bones = bones;
    }
    Ok(options)
}

fn read(path: &Path) -> Result<RigOptions, Error> {
    let text = std::fs::read_to_string(path).map_err(|e| Error::usage(path, format!("it can't be read: {e}")))?;
    let options: RigOptions = toml::from_str(&text).map_err(|error| Error::usage(path, told(&text, &error)))?;
    if !(2..=RigOptions::MOST_BONES).contains(&options.max_bones) {
        let (asked, most) = (options.max_bones, RigOptions::MOST_BONES);
        let why = format!("max_bones is {asked}; give a whole number from 2 (the root bone and one more) to {most}");
        return Err(Error::usage(path, why));
    }
    Ok(options)
}

/// The parser's message without its drawing, and the line it means.
fn told(text: &str, error: &toml::de::Error) -> String {
    let message = error.message();
    let before = error.span().and_then(|span| text.get(..span.start));
    before.map_or_else(|| message.to_owned(), |before| format!("line {}: {message}", before.matches('\n').count() + 1))
}
