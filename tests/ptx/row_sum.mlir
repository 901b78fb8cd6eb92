builtin.module {
  func.func @kernel_cutlass_row_sum_0(%x : !cute.ptr<f32, gmem, align<16>>, %y : !cute.ptr<f32, gmem, align<16>>, %n : i32) attributes {cute.kernel, cute.smem_bytes = 16 : i64, cute.block_dim = array<i32: 128, 1, 1>} {
    %tid = "cute.thread_idx"() <{axis = 0 : i32}> : () -> i32
    %bid = "cute.block_idx"() <{axis = 0 : i32}> : () -> i32
    %lane = "cute.lane_idx"() : () -> i32
    %warp = "cute.warp_idx"() : () -> i32
    %sm = "cute.smem_alloc"() <{offset = 0 : i32, bytes = 16 : i32, align = 16 : i32}> : () -> !cute.ptr<f32, smem>
    %zero = arith.constant 0.000000e+00 : f32
    %c0 = arith.constant 0 : i32
    %full = arith.constant -1 : i32
    %clamp = arith.constant 31 : i32
    %step = arith.constant 512 : i32
    %s16 = arith.constant 16 : i32
    %s8 = arith.constant 8 : i32
    %s4 = arith.constant 4 : i32
    %s2 = arith.constant 2 : i32
    %s1 = arith.constant 1 : i32
    %row = arith.muli %bid, %n : i32
    %start = arith.muli %tid, %s4 : i32
    %acc = scf.for %i = %start to %n step %step iter_args(%sum = %zero) -> (f32) : i32 {
      %o = arith.addi %row, %i : i32
      %p = cute.ptr.add %x, %o : !cute.ptr<f32, gmem, align<16>>, i32 -> !cute.ptr<f32, gmem, align<16>>
      %v = cute.ptr.load %p : !cute.ptr<f32, gmem, align<16>> -> vector<4xf32>
      %v0 = "cute.vec.extract"(%v) <{index = 0 : i32}> : (vector<4xf32>) -> f32
      %v1 = "cute.vec.extract"(%v) <{index = 1 : i32}> : (vector<4xf32>) -> f32
      %v2 = "cute.vec.extract"(%v) <{index = 2 : i32}> : (vector<4xf32>) -> f32
      %v3 = "cute.vec.extract"(%v) <{index = 3 : i32}> : (vector<4xf32>) -> f32
      %left = arith.addf %v0, %v1 : f32
      %right = arith.addf %v2, %v3 : f32
      %both = arith.addf %left, %right : f32
      %next = arith.addf %sum, %both : f32
      scf.yield %next : f32
    }
    %aw16 = cute.shuffle "bfly" %acc, %s16, %full, %clamp : f32, i32, i32, i32 -> f32
    %a16 = arith.addf %acc, %aw16 : f32
    %aw8 = cute.shuffle "bfly" %a16, %s8, %full, %clamp : f32, i32, i32, i32 -> f32
    %a8 = arith.addf %a16, %aw8 : f32
    %aw4 = cute.shuffle "bfly" %a8, %s4, %full, %clamp : f32, i32, i32, i32 -> f32
    %a4 = arith.addf %a8, %aw4 : f32
    %aw2 = cute.shuffle "bfly" %a4, %s2, %full, %clamp : f32, i32, i32, i32 -> f32
    %a2 = arith.addf %a4, %aw2 : f32
    %aw1 = cute.shuffle "bfly" %a2, %s1, %full, %clamp : f32, i32, i32, i32 -> f32
    %a1 = arith.addf %a2, %aw1 : f32
    %first = arith.cmpi eq, %lane, %c0 : i32
    scf.if %first {
      %q = cute.ptr.add %sm, %warp : !cute.ptr<f32, smem>, i32 -> !cute.ptr<f32, smem>
      cute.ptr.store %a1, %q : f32, !cute.ptr<f32, smem>
    }
    "cute.barrier"() : () -> ()
    %w0 = arith.cmpi eq, %warp, %c0 : i32
    scf.if %w0 {
      %in = arith.cmpi slt, %lane, %s4 : i32
      %part = scf.if %in -> (f32) {
        %q = cute.ptr.add %sm, %lane : !cute.ptr<f32, smem>, i32 -> !cute.ptr<f32, smem>
        %l = cute.ptr.load %q : !cute.ptr<f32, smem> -> f32
        scf.yield %l : f32
      } else {
        scf.yield %zero : f32
      }
      %bw2 = cute.shuffle "bfly" %part, %s2, %full, %clamp : f32, i32, i32, i32 -> f32
      %b2 = arith.addf %part, %bw2 : f32
      %bw1 = cute.shuffle "bfly" %b2, %s1, %full, %clamp : f32, i32, i32, i32 -> f32
      %b1 = arith.addf %b2, %bw1 : f32
      scf.if %first {
        %r = cute.ptr.add %y, %bid : !cute.ptr<f32, gmem, align<16>>, i32 -> !cute.ptr<f32, gmem>
        cute.ptr.store %b1, %r : f32, !cute.ptr<f32, gmem>
      }
    }
    func.return
  }
}
