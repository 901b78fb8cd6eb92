builtin.module {
  func.func @kernel_cutlass_row_sum_0(%x : !cute.ptr<f32, gmem, align<16>>, %y : !cute.ptr<f32, gmem, align<16>>, %n : i32) attributes {cute.kernel, cute.smem_bytes = 128 : i64, cute.block_dim = array<i32: 128, 1, 1>} {
    %tid = "cute.thread_idx"() <{axis = 0 : i32}> : () -> i32
    %bid = "cute.block_idx"() <{axis = 0 : i32}> : () -> i32
    %lane = "cute.lane_idx"() : () -> i32
    %warp = "cute.warp_idx"() : () -> i32
    %sm = "cute.smem_alloc"() <{offset = 0 : i32, bytes = 128 : i32, align = 16 : i32}> : () -> !cute.ptr<f32, smem>
    %zero = arith.constant 0.000000e+00 : f32
    %c0 = arith.constant 0 : i32
    %c4 = arith.constant 4 : i32
    %full = arith.constant -1 : i32
    %clamp = arith.constant 31 : i32
    %step = arith.constant 512 : i32
    %row = arith.muli %bid, %n : i32
    %start = arith.muli %tid, %c4 : i32
    %acc = scf.for %i = %start to %n step %step iter_args(%a = %zero) -> (f32) : i32 {
      %o = arith.addi %row, %i : i32
      %p = cute.ptr.add %x, %o : !cute.ptr<f32, gmem, align<16>>, i32 -> !cute.ptr<f32, gmem, align<16>>
      %v = cute.ptr.load %p : !cute.ptr<f32, gmem, align<16>> -> vector<4xf32>
      %v0 = "cute.vec.extract"(%v) <{index = 0 : i32}> : (vector<4xf32>) -> f32
      %v1 = "cute.vec.extract"(%v) <{index = 1 : i32}> : (vector<4xf32>) -> f32
      %v2 = "cute.vec.extract"(%v) <{index = 2 : i32}> : (vector<4xf32>) -> f32
      %v3 = "cute.vec.extract"(%v) <{index = 3 : i32}> : (vector<4xf32>) -> f32
      %s0 = arith.addf %v0, %v1 : f32
      %s1 = arith.addf %v2, %v3 : f32
      %s2 = arith.addf %s0, %s1 : f32
      %s3 = arith.addf %a, %s2 : f32
      scf.yield %s3 : f32
    }
    %k16 = arith.constant 16 : i32
    %w = cute.shuffle "bfly" %acc, %k16, %full, %clamp : f32, i32, i32, i32 -> f32
    %acc1 = arith.addf %acc, %w : f32
    %is0 = arith.cmpi eq, %lane, %c0 : i32
    scf.if %is0 {
      %q = cute.ptr.add %sm, %warp : !cute.ptr<f32, smem>, i32 -> !cute.ptr<f32, smem>
      cute.ptr.store %acc1, %q : f32, !cute.ptr<f32, smem>
    }
    "cute.barrier"() : () -> ()
    %w0 = arith.cmpi eq, %warp, %c0 : i32
    scf.if %w0 {
      %in = arith.cmpi slt, %lane, %c4 : i32
      %b = scf.if %in -> (f32) {
        %q = cute.ptr.add %sm, %lane : !cute.ptr<f32, smem>, i32 -> !cute.ptr<f32, smem>
        %l = cute.ptr.load %q : !cute.ptr<f32, smem> -> f32
        scf.yield %l : f32
      } else {
        scf.yield %zero : f32
      }
      %c1 = arith.constant 1 : i32
      %u = cute.shuffle "bfly" %b, %c1, %full, %clamp : f32, i32, i32, i32 -> f32
      %t = arith.addf %b, %u : f32
      scf.if %is0 {
        %r = cute.ptr.add %y, %bid : !cute.ptr<f32, gmem, align<16>>, i32 -> !cute.ptr<f32, gmem>
        cute.ptr.store %t, %r : f32, !cute.ptr<f32, gmem>
      }
    }
    func.return
  }
}
