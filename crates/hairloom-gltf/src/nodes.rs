use glam::{DAffine3, DMat3, DQuat, DVec3};
use hairloom::{Node, Trs};
use serde_json::Value;

use crate::{
    Error,
    file::{File, index, name, whole},
    warnings::Warnings,
};

/// The nodes of a file as a forest, with what only the reader needs to know of them.
pub(crate) struct Nodes {
    /// In file order; `model_from_node` is still `file_from_node`.
    pub(crate) nodes: Vec<Node>,
    /// `parent_from_node` of nodes that give a matrix, which may hold a shear that [`Node::rest`] cannot.
    matrices: Vec<Option<DAffine3>>,
    children: Vec<Vec<usize>>,
    /// Parents before children.
    order: Vec<usize>,
}

/// Reads every node and checks that they are a forest.
pub(crate) fn read(file: &File<'_>, warnings: &mut Warnings) -> Result<Nodes, Error> {
    let all = file.all("nodes");
    // A node here, its place in the lists below, and what reading it takes in passing.
    file.budget.charge_items::<[Node; 2]>(all.len(), "nodes")?;
    let mut nodes = Nodes { nodes: Vec::new(), matrices: Vec::new(), children: Vec::new(), order: Vec::new() };
    for (i, value) in all.iter().enumerate() {
        let part = format!("nodes[{i}]");
        let (rest, matrix) = read_transform(value, &part, warnings)?;
        nodes.nodes.push(Node { name: name(value), rest, ..Node::default() });
        nodes.matrices.push(matrix);
        nodes.children.push(read_children(file, value, &part)?);
    }
    nodes.link()?;
    Ok(nodes)
}

fn read_children(file: &File<'_>, node: &Value, part: &str) -> Result<Vec<usize>, Error> {
    let from = format!("{part}.children");
    let mut children = Vec::new();
    for child in node["children"].as_array().into_iter().flatten() {
        let child = whole(child).ok_or_else(|| Error::bad(&from, "it holds what is no index"))?;
        file.value("nodes", child, &from)?;
        children.push(child);
    }
    Ok(children)
}

impl Nodes {
    /// Sets the parents and the order, and refuses what is no forest.
    fn link(&mut self) -> Result<(), Error> {
        for (parent, children) in self.children.iter().enumerate() {
            for &child in children {
                if child == parent {
                    return Err(Error::NodeGraph { why: format!("nodes[{child}] is a child of itself") });
                }
                if let Some(other) = self.nodes[child].parent.replace(parent) {
                    let why = format!("nodes[{child}] has two parents, nodes[{other}] and nodes[{parent}]");
                    return Err(Error::NodeGraph { why });
                }
            }
        }
        let roots = (0..self.nodes.len()).filter(|&i| self.nodes[i].parent.is_none());
        let order = self.with_descendants(roots);
        if order.len() < self.nodes.len() {
            let mut reached = vec![false; self.nodes.len()];
            order.iter().for_each(|&i| reached[i] = true);
            let lost = reached.iter().position(|&reached| !reached).unwrap_or_default();
            return Err(Error::NodeGraph { why: format!("nodes[{lost}] is part of a cycle of children") });
        }
        self.order = order;
        Ok(())
    }

    /// Some nodes and all that hangs from them, parents first.
    pub(crate) fn with_descendants(&self, roots: impl Iterator<Item = usize>) -> Vec<usize> {
        let mut order: Vec<usize> = roots.collect();
        let mut next = 0;
        while next < order.len() {
            order.extend(&self.children[order[next]]);
            next += 1;
        }
        order
    }

    /// The children of a node.
    pub(crate) fn children(&self, node: usize) -> &[usize] {
        &self.children[node]
    }

    /// For each node, whether it or anything below it shows a mesh.
    fn holding_meshes(&self, file: &File<'_>) -> Vec<bool> {
        let mut holding: Vec<bool> = file.all("nodes").iter().map(|node| node.get("mesh").is_some()).collect();
        for &i in self.order.iter().rev() {
            if let Some(parent) = self.nodes[i].parent {
                holding[parent] |= holding[i];
            }
        }
        holding
    }

    /// Forgets a node's matrix, because its `rest` was set anew.
    pub(crate) fn drop_matrix(&mut self, node: usize) {
        if let Some(matrix) = self.matrices.get_mut(node) {
            *matrix = None;
        }
    }

    /// Fills in where each node stands in the file's own space.
    pub(crate) fn place(&mut self) -> Result<(), Error> {
        for &i in &self.order {
            let parent_from_node = self.matrices[i].unwrap_or_else(|| self.nodes[i].rest.affine());
            let file_from_node = match self.nodes[i].parent {
                Some(parent) => self.nodes[parent].model_from_node * parent_from_node,
                None => parent_from_node,
            };
            if !file_from_node.is_finite() {
                let place = "the product of its parents' transforms".to_owned();
                return Err(Error::NotFinite { part: format!("nodes[{i}]"), place });
            }
            self.nodes[i].model_from_node = file_from_node;
        }
        Ok(())
    }
}

/// A node's transform, and the matrix it was given as.
fn read_transform(node: &Value, part: &str, warnings: &mut Warnings) -> Result<(Trs, Option<DAffine3>), Error> {
    if let Some(m) = numbers::<16>(node, "matrix", part)? {
        let column = |c: usize| DVec3::new(m[4 * c], m[4 * c + 1], m[4 * c + 2]);
        let matrix = DAffine3 { matrix3: DMat3::from_cols(column(0), column(1), column(2)), translation: column(3) };
        let rest = decompose(&matrix);
        let off = rest.affine().matrix3 - matrix.matrix3;
        let size = |m: &DMat3| m.to_cols_array().iter().fold(0.0_f64, |most, number| most.max(number.abs()));
        if size(&off) > SHEAR_TOLERANCE * size(&matrix.matrix3) {
            let message = format!("{part}.matrix holds a shear, which is kept at rest and lost once the node is posed");
            warnings.push("shear", message);
        }
        return Ok((rest, Some(matrix)));
    }
    let mut rest = Trs::IDENTITY;
    if let Some(translation) = numbers::<3>(node, "translation", part)? {
        rest.translation = DVec3::from_array(translation);
    }
    if let Some(scale) = numbers::<3>(node, "scale", part)? {
        rest.scale = DVec3::from_array(scale);
    }
    if let Some(rotation) = numbers::<4>(node, "rotation", part)? {
        rest.rotation = unit_quaternion(DQuat::from_array(rotation), part, warnings);
    }
    Ok((rest, None))
}

/// Single-precision files are off by some 1e-7; more than this is a mistake in the file.
const SHEAR_TOLERANCE: f64 = 1e-4;
const QUATERNION_TOLERANCE: f64 = 1e-3;

fn unit_quaternion(rotation: DQuat, part: &str, warnings: &mut Warnings) -> DQuat {
    let length = rotation.length();
    let usable = length > 1e-9 && length.is_finite();
    if !usable || (length - 1.0).abs() > QUATERNION_TOLERANCE {
        let message = format!("{part}.rotation is a quaternion of length {length:.4}; it was normalised");
        warnings.push("rotation", message);
    }
    match length {
        _ if !usable => DQuat::IDENTITY,
        // What was normalised before comes back to the bit.
        _ if (length - 1.0).abs() < 1e-12 => rotation,
        _ => rotation / length,
    }
}

/// The numbers `node[key]`, or none when it is absent.
fn numbers<const N: usize>(node: &Value, key: &str, part: &str) -> Result<Option<[f64; N]>, Error> {
    let Some(list) = node.get(key) else { return Ok(None) };
    let wrong = || Error::bad(format!("{part}.{key}"), format!("it is no list of {N} numbers"));
    let list = list.as_array().filter(|list| list.len() == N).ok_or_else(wrong)?;
    let mut out = [0.0; N];
    for (slot, value) in out.iter_mut().zip(list) {
        *slot = value.as_f64().ok_or_else(wrong)?;
    }
    Ok(Some(out))
}

/// The nearest translation, rotation and scale. Exact for every matrix that glTF allows (no shear); a reflection goes to
/// the scale's x.
fn decompose(matrix: &DAffine3) -> Trs {
    let m = matrix.matrix3;
    let mut scale = DVec3::new(m.x_axis.length(), m.y_axis.length(), m.z_axis.length());
    if m.determinant() < 0.0 {
        scale.x = -scale.x;
    }
    let x = (m.x_axis / scale.x).try_normalize();
    let y = x.and_then(|x| (m.y_axis - x * x.dot(m.y_axis)).try_normalize());
    let rotation = match (x, y) {
        (Some(x), Some(y)) => DQuat::from_mat3(&DMat3::from_cols(x, y, x.cross(y))).normalize(),
        _ => DQuat::IDENTITY,
    };
    Trs { translation: matrix.translation, rotation, scale }
}

/// Which nodes are part of the scene that is shown.
pub(crate) fn mark_scene(file: &File<'_>, nodes: &mut Nodes, warnings: &mut Warnings) -> Result<(), Error> {
    let scenes = file.all("scenes");
    if scenes.is_empty() {
        nodes.nodes.iter_mut().for_each(|node| node.in_scene = true);
        return Ok(());
    }
    let default = index(file.json, "scene", "the file")?.unwrap_or(0);
    file.value("scenes", default, "scene")?;
    let holds_mesh = nodes.holding_meshes(file);
    let mut roots = scene_roots(file, default)?;
    if !roots.iter().any(|&root| holds_mesh[root]) {
        for other in 0..scenes.len() {
            let others = scene_roots(file, other)?;
            if others.iter().any(|&root| holds_mesh[root]) {
                let message = format!("the default scene is empty; scene {other} is shown instead");
                warnings.push("scene", message);
                roots = others;
                break;
            }
        }
    }
    roots.into_iter().for_each(|root| nodes.nodes[root].in_scene = true);
    for &i in &nodes.order {
        let below = nodes.nodes[i].parent.is_some_and(|parent| nodes.nodes[parent].in_scene);
        nodes.nodes[i].in_scene |= below;
    }
    Ok(())
}

fn scene_roots(file: &File<'_>, scene: usize) -> Result<Vec<usize>, Error> {
    let part = format!("scenes[{scene}].nodes");
    let mut roots = Vec::new();
    // The specification asks for at least one node, but empty scenes without the list are written all the same.
    for root in file.all("scenes")[scene]["nodes"].as_array().into_iter().flatten() {
        let root = whole(root).ok_or_else(|| Error::bad(&part, "it holds what is no index"))?;
        file.value("nodes", root, &part)?;
        roots.push(root);
    }
    Ok(roots)
}
