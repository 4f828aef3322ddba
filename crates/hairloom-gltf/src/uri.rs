/// What a `uri` of a glTF means.
#[derive(Debug, PartialEq)]
pub(crate) enum Uri {
    /// The bytes of a data URI.
    Data(Vec<u8>),
    /// A file beside or below this one: its decoded, relative name.
    Companion(String),
    /// An address elsewhere or a path that climbs out, decoded: never followed.
    Forbidden(String),
    /// A data URI that cannot be decoded.
    Broken,
}

pub(crate) fn parse(uri: &str) -> Uri {
    if uri.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("data:")) {
        return parse_data(&uri[5..]);
    }
    let Ok(name) = String::from_utf8(percent_decoded(uri)) else {
        return Uri::Forbidden(uri.to_owned());
    };
    let relative = name.strip_prefix("./").unwrap_or(&name);
    let climbs = relative.split(['/', '\\']).any(|step| step == ".." || step.is_empty());
    if climbs || relative.contains(':') || relative.chars().any(char::is_control) {
        return Uri::Forbidden(name);
    }
    Uri::Companion(relative.to_owned())
}

fn parse_data(rest: &str) -> Uri {
    let Some((kind, data)) = rest.split_once(',') else { return Uri::Broken };
    if kind.to_ascii_lowercase().ends_with(";base64") {
        base64_decoded(data.as_bytes()).map_or(Uri::Broken, Uri::Data)
    } else {
        Uri::Data(percent_decoded(data))
    }
}

fn percent_decoded(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let digits = after.get(..2).filter(|_| first == b'%').and_then(|pair| std::str::from_utf8(pair).ok());
        match digits.filter(|pair| pair.bytes().all(|b| b.is_ascii_hexdigit())) {
            Some(pair) => {
                bytes.extend(u8::from_str_radix(pair, 16));
                rest = &after[2..];
            }
            None => {
                bytes.push(first);
                rest = after;
            }
        }
    }
    bytes
}

/// Standard or URL-safe base64, with or without padding; line breaks are skipped.
fn base64_decoded(text: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 3);
    let (mut bits, mut held) = (0_u32, 0_u32);
    for &byte in text {
        let six = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            b'=' => break,
            _ if byte.is_ascii_whitespace() => continue,
            _ => return None,
        };
        bits = (bits << 6) | u32::from(six);
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held).to_le_bytes()[0]);
            bits &= (1 << held) - 1;
        }
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_uris() {
        assert_eq!(parse("data:application/octet-stream;base64,AQID"), Uri::Data(vec![1, 2, 3]));
        assert_eq!(parse("data:;base64,AQI="), Uri::Data(vec![1, 2]));
        assert_eq!(parse("DATA:text/plain,a%20b"), Uri::Data(b"a b".to_vec()));
        assert_eq!(parse("data:;base64,A*"), Uri::Broken);
        assert_eq!(parse("data:"), Uri::Broken);
    }

    #[test]
    fn companions_are_decoded_and_stay_inside() {
        assert_eq!(parse("%E9%AB%AA%20%E5%8F%91.bin"), Uri::Companion("髪 发.bin".to_owned()));
        assert_eq!(parse("./a/b.bin"), Uri::Companion("a/b.bin".to_owned()));
        for uri in
            ["../x", "a/%2e%2e/x", "/etc/passwd", "\\\\host\\x", "c:\\x", "https://example.com/x", "file:x", "%00", ""]
        {
            assert!(matches!(parse(uri), Uri::Forbidden(_)), "{uri}");
        }
        assert_eq!(parse("100%.bin"), Uri::Companion("100%.bin".to_owned()));
    }
}
