// Linear blend skinning of positions and normals. Its CPU twin is hairloom::skin; they agree within 1e-5 of the box.

// Which vertices of the mesh this dispatch skins: `first` to `first + count`, in the mesh's order.
struct Range {
    first: u32,
    count: u32,
}

// A vertex as it was bound, with its four influences: joints packed two to a word (the even one in the low half), heaviest
// first; the weights sum to 1, unused ones are 0.
struct BoundVertex {
    position: vec3f,
    joints_01: u32,
    normal: vec3f,
    joints_23: u32,
    weights: vec4f,
}

@group(0) @binding(0) var<storage, read> bound: array<BoundVertex>;
// model_from_bind of each joint.
@group(0) @binding(1) var<storage, read> joint_matrices: array<mat4x4f>;
// Tightly packed xyz in model space, so that the draw pass can read them as vertex buffers.
@group(0) @binding(2) var<storage, read_write> positions: array<f32>;
@group(0) @binding(3) var<storage, read_write> normals: array<f32>;
@group(0) @binding(4) var<uniform> range: Range;

// The unit normal by the inverse transpose, as cofactors times the sign of the determinant: no division by it. Where the
// blend squeezes a vertex to nothing, its normal stays as it was bound.
fn turned_normal(m: mat3x3f, normal: vec3f) -> vec3f {
    let yz = cross(m[1], m[2]);
    let turned = yz * normal.x + cross(m[2], m[0]) * normal.y + cross(m[0], m[1]) * normal.z;
    let outward = select(turned, -turned, dot(m[0], yz) < 0.0);
    let sizes = abs(outward);
    let largest = max(sizes.x, max(sizes.y, sizes.z));
    if !(largest > 0.0 && largest < 3.0e38) {
        return normal;
    }
    return normalize(outward / largest);
}

@compute @workgroup_size(64)
fn skin(@builtin(global_invocation_id) id: vec3u) {
    if id.x >= range.count {
        return;
    }
    let index = range.first + id.x;
    let vertex = bound[index];
    let matrix = joint_matrices[vertex.joints_01 & 0xffffu] * vertex.weights.x
        + joint_matrices[vertex.joints_01 >> 16u] * vertex.weights.y
        + joint_matrices[vertex.joints_23 & 0xffffu] * vertex.weights.z
        + joint_matrices[vertex.joints_23 >> 16u] * vertex.weights.w;
    let position = (matrix * vec4f(vertex.position, 1.0)).xyz;
    let normal = turned_normal(mat3x3f(matrix[0].xyz, matrix[1].xyz, matrix[2].xyz), vertex.normal);
    let at = 3u * index;
    positions[at] = position.x;
    positions[at + 1u] = position.y;
    positions[at + 2u] = position.z;
    normals[at] = normal.x;
    normals[at + 1u] = normal.y;
    normals[at + 2u] = normal.z;
}
