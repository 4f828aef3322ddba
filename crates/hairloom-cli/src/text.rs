//! What goes to the person: one line a message, whatever a file's name or a node's name holds.

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::Path;

/// `text` on one line: control characters, line separators and the marks that turn the direction of writing are escaped.
pub(crate) fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for c in text.chars() {
        let turns = matches!(c, '\u{2028}' | '\u{2029}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        if c.is_control() || turns {
            line.extend(c.escape_default());
        } else {
            line.push(c);
        }
    }
    line
}

/// A path as a person can read it; bytes that are no text as `\xff`.
pub(crate) fn path(path: &Path) -> String {
    os(path.as_os_str())
}

/// As [`path`], for a part of one.
pub(crate) fn os(text: &OsStr) -> String {
    let mut line = String::new();
    for chunk in text.as_encoded_bytes().utf8_chunks() {
        line.push_str(chunk.valid());
        for byte in chunk.invalid() {
            let _ = write!(line, "\\x{byte:02x}");
        }
    }
    line
}

/// The first `most` characters of a text, and a sign that there were more: a file may hold names of any length.
pub(crate) fn short(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// One line on standard error, `hairloom: …`.
pub(crate) fn complain(message: &str) {
    const MOST: usize = 8000;
    // Nothing is left to tell it to when standard error is closed.
    let _ = writeln!(io::stderr().lock(), "hairloom: {}", short(&one_line(message), MOST));
}

/// Text on standard output. A reader that closed the pipe early has seen what it wanted.
///
/// # Errors
/// Any other trouble with standard output.
pub(crate) fn say(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

/// The command line parser's message without its heading, its usage and its blank lines.
pub(crate) fn usage_in_one_line(message: &str) -> String {
    let parts: Vec<&str> = message
        .lines()
        .map(str::trim)
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more information"))
        .filter(|line| !line.is_empty())
        .collect();
    let joined = parts.join(" ");
    format!("{}; hairloom --help tells more", joined.strip_prefix("error: ").unwrap_or(&joined))
}

/// 12,345
pub(crate) fn thousands(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// `1 lock`, `2 locks`
pub(crate) fn count(number: usize, what: &str) -> String {
    format!("{} {what}{}", thousands(number), if number == 1 { "" } else { "s" })
}

/// `1 vertex`, `2 vertices`
pub(crate) fn vertices(number: usize) -> String {
    format!("{} {}", thousands(number), if number == 1 { "vertex" } else { "vertices" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_stays_one_line() {
        assert_eq!(one_line("a\nb\u{202e}c\u{0}"), "a\\nb\\u{202e}c\\u{0}");
        assert_eq!(one_line("髪 'x' 👩‍🦰"), "髪 'x' 👩‍🦰");
    }

    #[test]
    fn long_text_is_cut_between_characters() {
        assert_eq!(short("髪髪髪", 3), "髪髪髪");
        assert_eq!(short("髪髪髪", 2), "髪髪…");
    }

    #[test]
    fn usage_loses_its_frame() {
        let message = "error: invalid value 'x' for '--profile <P>'\n  [possible values: a, b]\n\n  tip: a similar value\n\nFor more information, try '--help'.\n";
        assert_eq!(
            usage_in_one_line(message),
            "invalid value 'x' for '--profile <P>' [possible values: a, b] tip: a similar value; hairloom --help tells more"
        );
    }

    #[test]
    fn numbers_are_grouped_by_three() {
        assert_eq!(thousands(0), "0");
        assert_eq!(thousands(999), "999");
        assert_eq!(thousands(1_234_567), "1,234,567");
        assert_eq!(count(1, "lock"), "1 lock");
        assert_eq!(count(0, "lock"), "0 locks");
    }

    #[cfg(unix)]
    #[test]
    fn odd_bytes_of_a_name_are_told() {
        use std::os::unix::ffi::OsStrExt as _;
        assert_eq!(os(OsStr::from_bytes(b"a\xffb")), "a\\xffb");
    }
}
