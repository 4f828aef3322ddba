/// What can be wrong with a file. Each text is one line: what is wrong, in which part of the file, and what to do.
///
/// Parts are told as the glTF JSON names them: `accessors[3].bufferView`, `meshes[0].primitives[1]`.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Neither GLB nor glTF.
    #[error("this is neither a GLB nor a glTF file; export the hair as GLB (glTF 2.0)")]
    NotGltf,
    /// glTF 1.0, or something newer than 2.
    #[error("the file is glTF {version}, and only glTF 2 can be read; export it again as glTF 2.0")]
    OtherVersion {
        /// As the file tells it.
        version: String,
    },
    /// A chunk or the whole file is shorter than it says.
    #[error(
        "the file is truncated: {what} should be {claimed} bytes long and {found} are there; copy or export it again"
    )]
    Truncated {
        /// The part that is cut.
        what: String,
        /// Bytes it says it has.
        claimed: u64,
        /// Bytes that are there.
        found: u64,
    },
    /// The JSON text cannot be parsed.
    #[error("the glTF JSON cannot be read: {why}; export the file again")]
    BadJson {
        /// The parser's words.
        why: String,
    },
    /// The JSON text is nested too deep.
    #[error(
        "the glTF JSON is nested more than {limit} levels deep; remove the deep extras or extension and export again"
    )]
    TooDeep {
        /// Levels that are read.
        limit: usize,
    },
    /// The file would need far more memory than its size justifies.
    #[error("{part} is too large: it would need more memory than a file of this size may use; check its count")]
    TooLarge {
        /// The part at fault.
        part: String,
    },
    /// `extensionsRequired` names what we do not know; all of them are told.
    #[error("the file requires extensions that cannot be read: {names}; export it again without them")]
    UnsupportedExtensions {
        /// The names, joined by commas.
        names: String,
    },
    /// Draco or meshopt.
    #[error(
        "the geometry is compressed with {extension}, which cannot be read; save the file again without compression"
    )]
    Compressed {
        /// The extension.
        extension: String,
    },
    /// A file next to this one is needed.
    #[error("{part} lies in another file, {name:?}, which is missing; give both files together, or export as GLB")]
    MissingCompanion {
        /// The part at fault.
        part: String,
        /// The companion's name, decoded.
        name: String,
    },
    /// An address that is never followed.
    #[error("{part} points to {uri:?}: only an external file beside or below this one may be named; export as GLB")]
    ForbiddenPath {
        /// The part at fault.
        part: String,
        /// As the file tells it, decoded.
        uri: String,
    },
    /// A part names another one that is not there.
    #[error("{part} names {kind}[{index}], which does not exist (the file has {count}); export the file again")]
    MissingReference {
        /// The part that names it.
        part: String,
        /// The kind of what is named.
        kind: String,
        /// Its index.
        index: usize,
        /// How many there are.
        count: usize,
    },
    /// Data that runs past what holds it.
    #[error("{part} runs past the end of its {holder}: it needs {needed} bytes of {held}; export the file again")]
    OutOfBounds {
        /// The part at fault.
        part: String,
        /// `bufferView` or `buffer`.
        holder: String,
        /// Bytes it would need.
        needed: u64,
        /// Bytes there are.
        held: u64,
    },
    /// An index into vertices or joints that is too high.
    #[error("{part} holds index {index}, out of range of the {count} {of}; export the file again")]
    IndexOutOfRange {
        /// The part at fault.
        part: String,
        /// The index.
        index: u64,
        /// One more than the highest allowed.
        count: usize,
        /// What it counts.
        of: &'static str,
    },
    /// A NaN or an infinity where none may be.
    #[error("{part} is not a finite number at {place}; mend the mesh (NaN or infinite values) and export it again")]
    NotFinite {
        /// The part at fault.
        part: String,
        /// The vertex or entry.
        place: String,
    },
    /// Nodes that are no forest.
    #[error("the node tree is broken: {why}; export the file again")]
    NodeGraph {
        /// The nodes and the edge at fault.
        why: String,
    },
    /// Any other part that breaks glTF's rules.
    #[error("{part} is wrong: {why}; export the file again")]
    BadPart {
        /// The part at fault.
        part: String,
        /// What is wrong with it.
        why: String,
    },
    /// There is nothing to draw.
    #[error("the file has no hair geometry: no mesh with triangles in its scene; export the hair's mesh too")]
    NoGeometry,
    /// Writing: the rig was not made for this file.
    #[error("the rig does not belong to this file: {part} is not as the rig has it; rig the file again")]
    OtherFile {
        /// What the rig names and the file does not have.
        part: String,
    },
    /// Writing: the style holds what JSON cannot.
    #[error("the style cannot be written: {why}; mend the style")]
    Style {
        /// What is wrong with it.
        why: String,
    },
    /// Writing: a GLB holds at most 4 GiB.
    #[error("the written GLB would be {bytes} bytes long, and a GLB holds at most 4 GiB; use a smaller file")]
    GlbTooLong {
        /// Its length.
        bytes: usize,
    },
}

impl Error {
    pub(crate) fn bad(part: impl Into<String>, why: impl Into<String>) -> Self {
        Self::BadPart { part: part.into(), why: why.into() }
    }
    pub(crate) fn other_file(part: impl Into<String>) -> Self {
        Self::OtherFile { part: part.into() }
    }
}
