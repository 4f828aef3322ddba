//! Every shader is parsed and validated, and what the Rust side tells of it is true.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;

use hairloom_render::SkinShader;
use naga::valid::{Capabilities, ValidationFlags, Validator};
use naga::{AddressSpace, Module, ShaderStage, StorageAccess, TypeInner};

fn validated(name: &str, source: &str) -> Module {
    let module = naga::front::wgsl::parse_str(source).unwrap_or_else(|why| panic!("{}", why.emit_to_string(source)));
    Validator::new(ValidationFlags::all(), Capabilities::empty())
        .validate(&module)
        .unwrap_or_else(|why| panic!("{name}: {}", why.emit_to_string(source)));
    module
}

#[test]
fn all_shaders_are_valid() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/shaders");
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        validated(&path.display().to_string(), &fs::read_to_string(&path).unwrap());
        count += 1;
    }
    assert!(count > 0, "no shader in {folder}");
}

#[test]
fn skin_shader_is_as_told() {
    let module = validated("skin.wgsl", SkinShader::SOURCE);
    let entry = module.entry_points.iter().find(|entry| entry.name == SkinShader::ENTRY_POINT).unwrap();
    assert_eq!((entry.stage, entry.workgroup_size), (ShaderStage::Compute, [SkinShader::WORKGROUP_SIZE, 1, 1]));

    let strides: Vec<(u32, Option<u32>, bool)> = module
        .global_variables
        .iter()
        .map(|(_, variable)| {
            let stride = match module.types[variable.ty].inner {
                TypeInner::Array { stride, .. } => Some(stride),
                _ => None,
            };
            let written =
                matches!(variable.space, AddressSpace::Storage { access } if access.contains(StorageAccess::STORE));
            (variable.binding.unwrap().binding, stride, written)
        })
        .collect();
    let rest = Some(SkinShader::REST_BYTES);
    assert_eq!(strides, [(0, rest, false), (1, Some(64), false), (2, Some(4), true), (3, None, false)]);
    // Eight words with nothing between them; two words, then spans of two.
    assert_eq!(offsets(&module, "RestVertex"), [0, 12, 16, 20, 24, 28]);
    assert_eq!(offsets(&module, "Work"), [0, 4, 8]);
}

fn offsets(module: &Module, name: &str) -> Vec<u32> {
    let (_, found) = module.types.iter().find(|(_, ty)| ty.name.as_deref() == Some(name)).unwrap();
    let TypeInner::Struct { members, .. } = &found.inner else { panic!("{name} is no struct") };
    members.iter().map(|member| member.offset).collect()
}

#[test]
fn workgroups_cover_every_vertex() {
    assert_eq!(
        [0, 1, 64, 65, 1000].map(|n| SkinShader::workgroups(n, 65_535)),
        [[0, 0], [1, 1], [1, 1], [2, 1], [16, 1]]
    );
    // Four million and more go into rows, with few to spare.
    assert_eq!(SkinShader::workgroups(64 * 65_535, 65_535), [65_535, 1]);
    assert_eq!(SkinShader::workgroups(64 * 65_535 + 1, 65_535), [32_768, 2]);
    let [x, y] = SkinShader::workgroups(u32::MAX, 65_535);
    assert!(x <= 65_535 && x * y >= u32::MAX / 64 && x * y - u32::MAX / 64 <= y, "{x} × {y}");
}
