// Pointers, registers, and accesses of one thread.
!g = !cute.ptr<f32, gmem, align<16>>
!v = !cute.ptr<f32, gmem, align<4>>
!i = !cute.ptr<i32, gmem, align<4>>
!l = !cute.ptr<i64, gmem, align<8>>
!s = !cute.ptr<f32, smem, align<16>>
!sv = !cute.ptr<f32, smem, align<4>>
!si = !cute.ptr<i32, smem, align<16>>
!r = !cute.ptr<f32, rmem, align<32>>
!rv = !cute.ptr<f32, rmem, align<4>>

// -----
func.func @spaces(%g: !g, %k: i32, %n: i64) attributes {cute.kernel, cute.smem_bytes = 1024 : i64, cute.block_dim = array<i32: 32, 1, 1>} {
  // PTX: .local .align 32 .b8 {{.*}}[32];
  // CPU: %[[R:.*]] = alloca [128 x float], align 64
  %r = cute.rmem_alloc 4 : !r
  // PTX: mov.b64 %[[S:.*]], cutedsl_smem;
  // CPU: %[[S:.*]] = getelementptr i8, ptr %smem, i64 256
  %s = cute.smem_alloc 256, 256, 16 : !s
  // PTX: add.s64 %[[Q:.*]], %[[S]], %{{.*}};
  // CPU: mul i32 %{{.*}}, 4
  %q = cute.ptr.add %s, %k : !s, i32 -> !sv
  // PTX: ld.shared.b32 %[[X:.*]], [%[[Q]]+256];
  // CPU: %[[X:.*]] = load float, ptr
  %x = cute.ptr.load %q : !sv -> f32
  // CPU: getelementptr i8, ptr %[[R]], i32
  %t = cute.ptr.add %r, %k : !r, i32 -> !rv
  // PTX: st.local.b32 [%{{.*}}], %[[X]];
  // CPU: store <32 x float>
  cute.ptr.store %x, %t : f32, !rv
  %w = cute.ptr.load %r : !r -> vector<4xf32>
  // PTX: st.global.v4.b32
  // CPU: call i1 @cute.outside(ptr %state,
  %e = cute.ptr.extent %g, %n {name = "g"} : !g, i64 -> !g
  cute.ptr.store %w, %e : vector<4xf32>, !g
  func.return
}
// -----
func.func @addresses(%g: !v, %k: i32, %o: !l) attributes {cute.kernel, cute.smem_bytes = 256 : i64, cute.block_dim = array<i32: 32, 1, 1>} {
  %s = cute.smem_alloc 0, 256, 16 : !s
  // PTX: ld.param.b64 %[[G:.*]], [addresses_param_0];
  // PTX: st.global.b64 [%{{.*}}], %[[G]];
  // CPU: %[[G:.*]] = ptrtoint ptr %{{.*}} to i64
  // CPU: store i64 %[[G]], ptr
  %a = cute.ptr.to_int %g : !v -> i64
  cute.ptr.store %a, %o : i64, !l
  // PTX: cvt.u32.u64 %[[C:.*]], %{{.*}};
  // CPU: trunc i64 %{{.*}} to i32
  %c = cute.ptr.to_int %s : !s -> i32
  %d = arith.addi %c, %k : i32
  // PTX: cvt.u64.u32 %[[D:.*]], %{{.*}};
  // PTX: ld.shared.b32 %[[F:.*]], [%[[D]]];
  // CPU: getelementptr i8, ptr %smem, i32 %{{.*}}
  %e = cute.ptr.from_int %d : i32 -> !si
  %f = cute.ptr.load %e : !si -> i32
  // PTX: st.global.b32 [%[[G]]], %[[F]];
  // CPU: store i32 %{{.*}}, ptr
  %h = cute.ptr.cast %g : !v -> !i
  cute.ptr.store %f, %h : i32, !i
  func.return
}
// -----
// Hints are for the GPU.
func.func @hinted(%g: !g, %h: !g, %p: i64) attributes {cute.kernel, cute.block_dim = array<i32: 32, 1, 1>} {
  // PTX: ld.global.nc.L1::no_allocate.L2::cache_hint.v4.b32 {[[V:.*]]}, [%{{.*}}], %[[P:.*]];
  // CPU-COUNT-4: load float, ptr
  %x = cute.ptr.load %g policy %p {hints = ".nc.L1::no_allocate"} : !g -> vector<4xf32>
  // PTX: st.global.cs.L2::cache_hint.v4.b32 [%{{.*}}], {[[V]]}, %[[P]];
  // CPU-COUNT-4: store float
  cute.ptr.store %x, %h policy %p {hints = ".cs"} : vector<4xf32>, !g
  func.return
}
// -----
// Where memory is aligned to less, accesses are narrower.
func.func @narrower(%g: !v, %h: !cute.ptr<f32, gmem, align<8>>) attributes {cute.kernel, cute.block_dim = array<i32: 32, 1, 1>} {
  // PTX-COUNT-2: ld.global.v2.b32
  // CPU-COUNT-4: load float, ptr
  %x = cute.ptr.load %h : !cute.ptr<f32, gmem, align<8>> -> vector<4xf32>
  // PTX-COUNT-4: st.global.b32
  // CPU-COUNT-4: store float
  cute.ptr.store %x, %g : vector<4xf32>, !v
  func.return
}
// -----
func.func @vectors(%g: !g, %h: !g) attributes {cute.kernel, cute.block_dim = array<i32: 32, 1, 1>} {
  // PTX: ld.global.v4.b32 {%{{[^,]*}}, %[[A:[^,]*]], %{{[^,]*}}, %[[B:[^,]*]]}
  // CPU: load float
  // CPU: %[[A:.*]] = load float
  %x = cute.ptr.load %g : !g -> vector<4xf32>
  // CPU: load float
  // CPU: %[[B:.*]] = load float
  // PTX: add.rn.f32 %[[D:.*]], %[[B]], %[[A]];
  %a = cute.vec.extract %x[1] : vector<4xf32> -> f32
  // CPU: fadd float %[[A]], %{{.*}}
  // PTX: st.global.v4.b32 [%{{.*}}], {%[[D]], %[[A]], %[[D]], %[[A]]};
  %b = cute.vec.splat %a : f32 -> vector<4xf32>
  %c = arith.addf %b, %x : vector<4xf32>
  // CPU: %[[D:.*]] = fadd float %[[A]], %[[B]]
  %d = cute.vec.extract %c[3] : vector<4xf32> -> f32
  // CPU: store float %[[D]], ptr
  // CPU: store float %[[A]], ptr
  // PTX: ret;
  %e = cute.vec.pack %d, %a, %d, %a : (f32, f32, f32, f32) -> vector<4xf32>
  cute.ptr.store %e, %h : vector<4xf32>, !g
  func.return
}
// -----
func.func @atomics(%i: !i, %k: i32) attributes {cute.kernel, cute.block_dim = array<i32: 32, 1, 1>} {
  // PTX: atom.global.add.u32 %[[A:.*]], [%[[I:.*]]], %[[K:.*]];
  // CPU: %[[ALL:.*]] = call i32 @llvm.vector.reduce.add.v32i32(
  // CPU: atomicrmw add ptr %{{.*}}, i32 %[[ALL]] monotonic, align 4
  %a = cute.atomic "add" %i, %k {sem = "relaxed", scope = "gpu"} : !i, i32 -> i32
  // PTX: atom.acq_rel.gpu.global.cas.b32 %[[B:.*]], [%[[I]]], %[[A]], %[[K]];
  // CPU: cmpxchg ptr %{{.*}}, i32 %{{.*}}, i32 %{{.*}} acq_rel acquire, align 4
  %b = cute.atomic_cas %i, %a, %k {sem = "acq_rel", scope = "gpu"} : !i, i32, i32 -> i32
  // PTX: st.release.gpu.global.b32 [%[[I]]], %[[B]];
  // CPU: fence release
  // CPU: store i32
  cute.ordered_store "release" %b, %i {scope = "gpu"} : i32, !i
  func.return
}
// -----
func.func @ordered(%i: !i, %o: !i) attributes {cute.kernel, cute.block_dim = array<i32: 32, 1, 1>} {
  // PTX: prefetch.global.L2 [%[[I:.*]]];
  // CPU: call void @llvm.prefetch.p0(ptr %[[I:.*]], i32 0,
  cute.prefetch "L2" %i : !i
  // PTX: ld.acquire.sys.global.b32 %[[A:.*]], [%[[I]]];
  // CPU: load atomic volatile i32, ptr %{{.*}} acquire, align 4
  %a = cute.ordered_load "acquire" %i {scope = "sys"} : !i -> i32
  cute.ptr.store %a, %o : i32, !i
  func.return
}
// -----
func.func @elements(%g: !v, %o: !i, %k: i32) attributes {cute.kernel, cute.block_dim = array<i32: 32, 1, 1>} {
  %x = cute.ptr.load %g : !v -> f32
  // PTX: call.uni (retval0), cutedsl_$_fmod_$_f32,
  // CPU: frem float
  %y = "cute.fmod"(%x, %x) : (f32, f32) -> f32
  // PTX: abs.f32
  // PTX-COUNT-9: fma.rn.f32
  // CPU: call float @cutedsl.erfc.f32(float
  %z = "cute.erfc"(%y) : (f32) -> f32
  cute.ptr.store %z, %g : f32, !v
  %n = cute.ptr.load %o : !i -> i32
  // PTX: brev.b32 %[[R:.*]], %[[N:.*]];
  // CPU: call i32 @llvm.bitreverse.i32(
  %r = "cute.brev"(%n) : (i32) -> i32
  // PTX: prmt.b32 %{{.*}}, %[[R]], %[[N]], %{{.*}};
  // CPU: lshr i64
  %s = "cute.prmt"(%r, %n, %k) : (i32, i32, i32) -> i32
  cute.ptr.store %s, %o : i32, !i
  func.return
}
// -----
// checked
func.func @named(%g: !v, %k: i64) attributes {cute.kernel, cute.block_dim = array<i32: 32, 1, 1>} {
  %e = cute.ptr.extent %g, %k {name = "g"} : !v, i64 -> !v
  // CPU: call
  %t = cute.ptr.tensor %e(%k) {layout = "(?{i64}):(1)", bits = 32 : i64, name = "g"} : (!v, i64) -> !v
  %x = cute.ptr.load %t : !v -> f32
  func.return
}
// -----
// checked
// An entry of a coordinate is compared without signs; what lies inside for sure is not.
func.func @outside(%i: i32) attributes {cute.kernel, cute.block_dim = array<i32: 32, 1, 1>} {
  %n = arith.constant 8 : i32
  %k = arith.constant 3 : i32
  // CPU-NOT: icmp uge i32 3
  cute.check.mode %k, %n {mode = 0 : i32, name = "x"} : i32, i32
  // CPU: icmp uge i32 %{{.*}}, 8
  cute.check.mode %i, %n {mode = 1 : i32, writes, name = "x"} : i32, i32
  func.return
}
