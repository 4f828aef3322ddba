// Linear blend skinning of positions and normals. Its CPU twin is hairloom::skin; they agree within 1e-5 of the box.

// A vertex as it was bound, with its four influences, heaviest first: joints two to a word (the even one in the low half).
// The top 20 bits of a packed word are a weight, of the second, third and fourth influence, in steps of 2^-21; the first
// one's is what they leave of 1. The low 12 bits hold the octahedral normal: 12 bits of x, 12 bits of y, then the upper six
// of x and the upper six of y.
struct RestVertex {
    position: vec3f,
    joints_01: u32,
    joints_23: u32,
    packed_1: u32,
    packed_2: u32,
    packed_3: u32,
}

// What this dispatch skins, one vertex a thread: a span begins at vertex `x` and thread `y` and ends where the next begins,
// the last with the last of `threads`.
struct Work {
    span_count: u32,
    threads: u32,
    spans: array<vec2u>,
}

@group(0) @binding(0) var<storage, read> rest: array<RestVertex>;
// model_from_bind of each joint.
@group(0) @binding(1) var<storage, read> joint_matrices: array<mat4x4f>;
// Five numbers a vertex: its position in model space and its octahedral normal. The draw pass reads them as a vertex buffer.
@group(0) @binding(2) var<storage, read_write> skinned: array<f32>;
@group(0) @binding(3) var<storage, read> work: Work;

const WEIGHT_STEP: f32 = 1.0 / 2097152.0;
const OCTAHEDRAL_MOST: f32 = 131071.0;

// Which vertex the thread skins: the last span that does not begin after it, by halving.
fn vertex_of(thread: u32) -> u32 {
    var low = 0u;
    var high = work.span_count;
    while high - low > 1u {
        let middle = (low + high) / 2u;
        if work.spans[middle].y <= thread {
            low = middle;
        } else {
            high = middle;
        }
    }
    return work.spans[low].x + (thread - work.spans[low].y);
}

// The lower half of the octahedron is folded over the upper; its own inverse.
fn folded(v: vec2f) -> vec2f {
    return (1.0 - abs(v.yx)) * select(vec2f(-1.0), vec2f(1.0), v >= vec2f(0.0));
}

fn normal_from_octahedral(v: vec2f) -> vec3f {
    let z = 1.0 - abs(v.x) - abs(v.y);
    return normalize(vec3f(select(v, folded(v), z < 0.0), z));
}

fn octahedral_from_normal(normal: vec3f) -> vec2f {
    let v = normal.xy / (abs(normal.x) + abs(normal.y) + abs(normal.z));
    return select(v, folded(v), normal.z < 0.0);
}

fn rest_normal(vertex: RestVertex) -> vec3f {
    let x = (vertex.packed_1 & 0xfffu) | ((vertex.packed_3 & 0x3fu) << 12u);
    let y = (vertex.packed_2 & 0xfffu) | ((vertex.packed_3 & 0xfc0u) << 6u);
    return normal_from_octahedral((vec2f(vec2u(x, y)) - OCTAHEDRAL_MOST) / OCTAHEDRAL_MOST);
}

fn blended(vertex: RestVertex) -> mat4x4f {
    let others = vec3f(vec3u(vertex.packed_1, vertex.packed_2, vertex.packed_3) >> vec3u(12u)) * WEIGHT_STEP;
    let first = 1.0 - others.x - others.y - others.z;
    return joint_matrices[vertex.joints_01 & 0xffffu] * first
        + joint_matrices[vertex.joints_01 >> 16u] * others.x
        + joint_matrices[vertex.joints_23 & 0xffffu] * others.y
        + joint_matrices[vertex.joints_23 >> 16u] * others.z;
}

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
fn skin(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) within: u32,
) {
    let thread = (group.y * groups.x + group.x) * 64u + within;
    if thread >= work.threads {
        return;
    }
    let index = vertex_of(thread);
    let vertex = rest[index];
    let matrix = blended(vertex);
    let position = (matrix * vec4f(vertex.position, 1.0)).xyz;
    let linear = mat3x3f(matrix[0].xyz, matrix[1].xyz, matrix[2].xyz);
    let normal = octahedral_from_normal(turned_normal(linear, rest_normal(vertex)));
    let at = 5u * index;
    skinned[at] = position.x;
    skinned[at + 1u] = position.y;
    skinned[at + 2u] = position.z;
    skinned[at + 3u] = normal.x;
    skinned[at + 4u] = normal.y;
}
