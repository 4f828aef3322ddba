//! What a name says of the part it names, in several languages.
//!
//! Words in Latin and Cyrillic letters count only whole, so that a chair is no hair; words of scripts without spaces count
//! wherever they stand. A name's words end at capitals, digits and signs: `FrontHair_L01` is front, hair, l, 01.

/// What a name says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Said {
    /// Hair of the head, or a wig.
    Hair,
    /// Brows, lashes, a beard.
    FaceHair,
    /// A hairband, a hairpin.
    Accessory,
    /// Skin, eyes, clothes, or a joint of the body.
    Body,
    /// Nothing that helps.
    Nothing,
}

/// Whole words for hair; `hair` itself also begins or ends a word (`longhair`, `hairfront`).
#[rustfmt::skip]
const HAIR: &[&str] = &[
    "hair", "hairs", "wig", "wigs", "ponytail", "ponytails", "pigtail", "pigtails", "twintail", "twintails",
    "sidetail", "bang", "bangs", "fringe", "braid", "braids", "plait", "forelock", "ahoge", "dreads",
    "dreadlocks", "mohawk", "mullet", "afro", "kami", "maegami", "haar", "haare", "zopf", "cheveux",
    "chevelure", "frange", "perruque", "pelo", "cabello", "cabellera", "flequillo", "peluca", "cabelo",
    "cabelos", "franja", "peruca", "capelli", "frangia", "parrucca", "hår", "włosy", "wlosy", "vlasy", "saç",
    "rambut", "волосы", "волос", "волося", "парик", "чёлка", "челка", "коса", "косы", "косичка",
];

/// Two words that are one.
const HAIR_PAIRS: &[(&str, &str)] = &[("pony", "tail"), ("pig", "tail"), ("twin", "tail"), ("side", "tail")];

/// Hair in scripts without spaces, and in those whose words take endings.
#[rustfmt::skip]
const HAIR_ANYWHERE: &[&str] = &[
    "髪", "かみのけ", "かみ", "アホ毛", "ヘア", "ツインテ", "ポニーテール", "おさげ", "三つ編み", "头发", "頭髮", "髮", "前发", "后发", "侧发", "刘海",
    "劉海", "辫", "辮", "马尾", "馬尾", "假发", "머리카락", "앞머리", "뒷머리", "옆머리", "헤어", "ผม", "שיער", "شعر", "μαλλιά", "बाल",
];

/// What follows or ends `hair` where a thing in the hair is meant.
#[rustfmt::skip]
const ACCESSORIES: &[&str] = &[
    "band", "bands", "pin", "pins", "clip", "clips", "tie", "ties", "net", "ribbon", "ribbons", "bow",
    "accessory", "accessories", "acc", "ornament", "ornaments", "brush", "comb", "scrunchie", "bobble", "dryer",
];

/// Hair in scripts without spaces that is a thing in the hair.
const ACCESSORIES_ANYWHERE: &[&str] =
    &["髪飾", "髪留", "髪ゴム", "发饰", "髮飾", "发带", "发卡", "머리띠", "머리핀", "ヘアピン", "ヘアバンド"];

#[rustfmt::skip]
const FACE_HAIR: &[&str] = &[
    "brow", "brows", "eyebrow", "eyebrows", "lash", "lashes", "eyelash", "eyelashes", "beard", "moustache",
    "mustache", "goatee", "stubble", "facial", "facehair", "sideburn", "sideburns", "augenbraue", "augenbrauen",
    "wimpern", "bart", "sourcils", "cils", "barbe", "cejas", "pestañas", "barba", "sobrancelha", "sopracciglia",
    "ciglia", "брови", "бровь", "ресницы", "борода",
];

#[rustfmt::skip]
const FACE_HAIR_ANYWHERE: &[&str] = &[
    "眉", "まゆ", "マユ", "睫", "まつげ", "まつ毛", "髭", "ひげ", "胡子", "鬍", "눈썹", "수염",
];

/// Parts of a body that is not hair, and joints of a skeleton.
#[rustfmt::skip]
const BODY: &[&str] = &[
    "body", "skin", "face", "eye", "eyes", "eyeball", "iris", "cornea", "sclera", "pupil", "eyelid", "eyelids",
    "teeth", "tooth", "tongue", "mouth", "lip", "lips", "jaw", "cheek", "nose", "nostril", "chin", "ear",
    "ears", "gland", "neck", "spine", "chest", "breast", "bust", "torso", "tummy", "belly", "abdomen", "hips",
    "hip", "pelvis", "shoulder", "clavicle", "collar", "arm", "upperarm", "forearm", "lowerarm", "elbow",
    "wrist", "hand", "hands", "finger", "fingers", "thumb", "pinky", "leg", "legs", "upperleg", "lowerleg",
    "thigh", "shin", "calf", "knee", "foot", "feet", "ankle", "toe", "toes", "cloth", "clothes", "clothing",
    "shirt", "trousers", "pants", "jeans", "dress", "skirt", "jacket", "coat", "shoe", "shoes", "boot", "boots",
    "sock", "socks", "glove", "gloves", "backpack", "haut", "gesicht", "auge", "augen", "körper", "peau",
    "visage", "corps", "piel", "cara", "cuerpo", "ojo", "ojos", "pelle", "viso", "corpo", "occhi", "rosto",
    "кожа", "лицо", "тело", "глаза", "шея",
];

#[rustfmt::skip]
const BODY_ANYWHERE: &[&str] = &[
    "体", "顔", "肌", "目", "瞳", "口", "歯", "舌", "首", "肩", "腕", "胸", "腰", "足", "脚", "指", "上半身", "下半身", "あご", "センター",
    "全ての親", "脸", "臉", "眼", "身", "皮", "牙", "颈", "얼굴", "몸", "피부", "목", "입", "눈",
];

/// The head itself: a joint of the body, but no proof against hair in a mesh's name (`Casual_Head` may be the hair).
#[rustfmt::skip]
const HEAD: &[&str] = &[
    "head", "skull", "kopf", "tête", "tete", "cabeza", "cabeça", "testa", "голова", "頭", "头", "머리",
];

/// Names of a skeleton's very root and of the scalp, which hair hangs from.
const ROOTS: &[&str] = &[
    "root",
    "rootjoint",
    "rootnode",
    "rootbone",
    "armature",
    "skeleton",
    "scalp",
    "scene",
    "reference",
    "master",
    "hub",
];

/// What may stand beside a word of [`ROOTS`].
const NEUTRAL: &[&str] = &["joint", "node", "bone", "main", "the"];

/// Letters of a name that are read; no telling name is longer.
const MOST_LETTERS: usize = 256;

/// What the name of a node, a mesh or a material says of it.
pub(crate) fn said_of_part(name: &str) -> Said {
    let name = shortened(name);
    said(&words(name), &name.to_lowercase())
}

/// What the name of a joint says of it: the head and the roots of skeletons are of the body.
pub(crate) fn said_of_joint(name: &str) -> Said {
    let name = shortened(name);
    let words = words(name);
    if words == ["머리"] {
        return Said::Body;
    }
    match said(&words, &name.to_lowercase()) {
        Said::Nothing => {
            let head = words.iter().any(|word| HEAD.contains(&word.as_str()));
            let of_root = |word: &String| ROOTS.contains(&word.as_str());
            let neutral = |word: &String| NEUTRAL.contains(&word.as_str()) || word.bytes().all(|b| b.is_ascii_digit());
            let root = words.iter().any(of_root) && words.iter().all(|word| of_root(word) || neutral(word));
            if head || root { Said::Body } else { Said::Nothing }
        }
        other => other,
    }
}

/// The name is that of a mere tip: `Hair_L_End`, `hair_nub`.
pub(crate) fn names_a_tip(name: &str) -> bool {
    words(shortened(name)).last().is_some_and(|word| ["end", "tip", "nub"].contains(&word.as_str()))
}

fn shortened(name: &str) -> &str {
    name.char_indices().nth(MOST_LETTERS).map_or(name, |(end, _)| &name[..end])
}

fn said(words: &[String], lower: &str) -> Said {
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    let foreign = !lower.is_ascii();
    let anywhere = |list: &[&str]| foreign && list.iter().any(|part| lower.contains(part));
    if accessory(words) || anywhere(ACCESSORIES_ANYWHERE) {
        Said::Accessory
    } else if has(FACE_HAIR) || anywhere(FACE_HAIR_ANYWHERE) {
        Said::FaceHair
    } else if hair(words) || anywhere(HAIR_ANYWHERE) {
        Said::Hair
    } else if has(BODY) || anywhere(BODY_ANYWHERE) {
        Said::Body
    } else if words.len() == 1 && words[0] == "머리" {
        // Korean has one word for the head and its hair; a mesh so called is seldom a bare skull.
        Said::Hair
    } else {
        Said::Nothing
    }
}

fn hair(words: &[String]) -> bool {
    let one = |word: &String| {
        let compound = (word.starts_with("hair") || word.ends_with("hair") || word.ends_with("haare"))
            && !["chair", "mohair"].iter().any(|wrong| word.ends_with(wrong));
        compound || HAIR.contains(&word.as_str())
    };
    let two = |pair: &[String]| HAIR_PAIRS.contains(&(pair[0].as_str(), pair[1].as_str()));
    words.iter().any(one) || words.windows(2).any(two)
}

fn accessory(words: &[String]) -> bool {
    let one = |word: &String| word.strip_prefix("hair").is_some_and(|rest| ACCESSORIES.contains(&rest));
    let two = |pair: &[String]| pair[0] == "hair" && ACCESSORIES.contains(&pair[1].as_str());
    words.iter().any(one) || words.windows(2).any(two)
}

/// The words of a name in small letters. Letters and digits are words apart, and a capital begins one: `HAIRBall2` is
/// hair, ball, 2.
fn words(name: &str) -> Vec<String> {
    let chars: Vec<char> = name.chars().collect();
    let mut words: Vec<String> = Vec::new();
    let mut open = false;
    for (i, &c) in chars.iter().enumerate() {
        if !c.is_alphanumeric() {
            open = false;
            continue;
        }
        let before = if i > 0 { chars[i - 1] } else { ' ' };
        let after = chars.get(i + 1).copied().unwrap_or(' ');
        let capital = c.is_uppercase() && (before.is_lowercase() || (before.is_uppercase() && after.is_lowercase()));
        let digit = c.is_numeric() != before.is_numeric();
        if !open || capital || digit {
            words.push(String::new());
        }
        open = true;
        if let Some(word) = words.last_mut() {
            word.extend(c.to_lowercase());
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_names_into_words() {
        assert_eq!(words("FrontHair_L01"), ["front", "hair", "l", "01"]);
        assert_eq!(words("HAIRBall2"), ["hair", "ball", "2"]);
        assert_eq!(words("mixamorig:Head"), ["mixamorig", "head"]);
        assert_eq!(words("N00_000_Hair_00_HAIR (Instance)"), ["n", "00", "000", "hair", "00", "hair", "instance"]);
        assert!(words("").is_empty());
    }

    #[test]
    fn knows_hair_in_many_languages() {
        for name in [
            "Hair",
            "hair001",
            "Hair_Blond",
            "h_wig.hair",
            "FrontHair_Center_L",
            "HairBall_R",
            "longhair",
            "J_Sec_Hair1_01",
            "pony tail 3",
            "PonyTail",
            "Bangs",
            "前髪_01",
            "かみ",
            "头发",
            "髮",
            "헤어",
            "앞머리",
            "머리",
            "Haare",
            "Deckhaare",
            "cheveux",
            "pelo",
            "cabello",
            "cabelo",
            "capelli",
            "волосы",
            "hair_female_frenchBraids-double",
            "saç",
        ] {
            assert_eq!(said_of_part(name), Said::Hair, "{name}");
        }
    }

    #[test]
    fn a_chair_is_no_hair() {
        for name in ["chair", "Armchair", "Chair.001", "mohair", "bob01", "Pink", "Bigwig", "bangle", "lock", "card"] {
            assert_eq!(said_of_part(name), Said::Nothing, "{name}");
        }
    }

    #[test]
    fn brows_and_bands_are_told_apart_from_hair() {
        for name in ["Eyebrows", "FaceBrow", "eyelash_hair", "Beard", "Facial Hair", "眉毛", "FacialHair", "Brow_Hair"]
        {
            assert_eq!(said_of_part(name), Said::FaceHair, "{name}");
        }
        for name in ["hairband", "HairPin", "hair_tie", "hair pony tail 3 hair tie", "髪飾り", "Hair Ribbon"] {
            assert_eq!(said_of_part(name), Said::Accessory, "{name}");
        }
    }

    #[test]
    fn joints_of_a_skeleton_are_of_the_body() {
        for name in [
            "head_Armature",
            "mixamorig:Head",
            "J_Bip_C_Head",
            "Armature_rootJoint",
            "root",
            "Root_Bone",
            "Neck",
            "Spine1",
            "upper_arm.l_Armature",
            "eye.l",
            "頭",
            "上半身2",
            "首",
            "머리",
        ] {
            assert_eq!(said_of_joint(name), Said::Body, "{name}");
        }
        for name in ["Bone", "Bone.001", "strand_Armature", "root_strand", "J_Sec_Hair1_01", "hair_root"] {
            assert_ne!(said_of_joint(name), Said::Body, "{name}");
        }
        assert_eq!(said_of_part("Casual_Head"), Said::Nothing);
        assert_eq!(said_of_joint("head_Armature"), Said::Body);
    }

    #[test]
    fn tips_are_known_by_their_last_word() {
        assert!(names_a_tip("HairBall_L_End") && names_a_tip("ponytail_end") && names_a_tip("HairNub"));
        assert!(!names_a_tip("Bending") && !names_a_tip("End_Hair"));
    }
}
