//! Posing and skinning allocate nothing once their buffers have grown. A file of its own: it counts every allocation.
#![allow(unsafe_code, reason = "a global allocator cannot be written otherwise")]
mod common;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use hairloom::{Pose, Skinned, Style, pose, skin};

struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: all is handed on to the system's allocator; counting touches a thread's own cell and allocates nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: the caller's promises are the system allocator's.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

#[test]
fn nothing_is_allocated_after_the_first_call() {
    let rig = common::made_rig();
    let binding = common::binding(&rig, 1000);
    let mut style = Style::default();
    for bone in &rig.bones {
        style.bones.insert(bone.id.clone(), common::edit([0.01; 3], [10.0; 3], [1.1; 3]));
    }
    let (mut posed, mut skinned) = (Pose::default(), Skinned::default());
    let mut once = |style: &Style| {
        let before = ALLOCATIONS.get();
        pose(&rig, style, &mut posed);
        skin(&binding, &posed, &mut skinned);
        ALLOCATIONS.get() - before
    };
    assert!(once(&Style::default()) > 0, "the counter counts");
    assert_eq!(once(&style), 0);
    assert_eq!(once(&Style::default()), 0);
}
