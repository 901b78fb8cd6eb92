// Prints how CuTe's tiled copies and multiplies split tensors, one JSON object a line. Compiled by tiled.py.
#include "print_atoms.cuh"

#include <cute/atom/mma_traits_sm120_sparse.hpp>

using Half = half_t;

template <class T>
void value(char const* name, T const& t) {
  std::printf(", \"%s\": \"", name);
  print(t);
  std::printf("\"");
}

template <class L>
auto tensor_of(L const& layout) {
  return make_tensor(make_gmem_ptr(static_cast<Half*>(nullptr)), layout);
}

template <class T>
void part(char const* name, T const& t) {
  value(name, t.layout());
  std::printf(", \"%s offset\": %d", name, int(raw_pointer_cast(t.data()) - static_cast<Half*>(nullptr)));
}

template <class M, class LA, class LB, class LC>
void mma_case(char const* name, M const& m, LA const& a, LB const& b, LC const& c) {
  std::printf("{\"kind\": \"mma\", \"case\": \"%s\"", name);
  value("vmnk", m.get_thr_layout_vmnk());
  value("tv A", m.get_layoutA_TV());
  value("tv B", m.get_layoutB_TV());
  value("tv C", m.get_layoutC_TV());
  std::printf("}\n");
  for (int t : {0, 5, int(size(m)) - 1}) {
    std::printf("{\"kind\": \"mma part\", \"case\": \"%s\", \"thread\": %d", name, t);
    auto thr = m.get_slice(t);
    part("A", thr.partition_A(tensor_of(a)));
    part("B", thr.partition_B(tensor_of(b)));
    part("C", thr.partition_C(tensor_of(c)));
    std::printf("}\n");
  }
}

template <class C, class L>
void copy_case(char const* name, C const& c, L const& layout) {
  std::printf("{\"kind\": \"copy\", \"case\": \"%s\"", name);
  value("tv S", c.get_layoutS_TV());
  value("tv D", c.get_layoutD_TV());
  std::printf("}\n");
  for (int t : {0, 7, int(size(c)) - 1}) {
    std::printf("{\"kind\": \"copy part\", \"case\": \"%s\", \"thread\": %d", name, t);
    auto thr = c.get_slice(t);
    part("S", thr.partition_S(tensor_of(layout)));
    part("D", thr.partition_D(tensor_of(layout)));
    std::printf("}\n");
  }
}

template <class C, class F>
void retile_case(char const* name, C const& c, F const& fragment) {
  std::printf("{\"kind\": \"retile\", \"case\": \"%s\"", name);
  value("fragment", fragment.layout());
  value("retiled", c.get_slice(0).retile_D(fragment).layout());
  std::printf("}\n");
}

template <class L>
void metadata(char const* name) {
  std::printf("{\"kind\": \"metadata\", \"case\": \"%s\"", name);
  field<L>("layout");
  std::printf("}\n");
}

int main() {
  auto row = [](auto m, auto k) { return make_layout(make_shape(m, k), LayoutRight{}); };
  auto column = [](auto m, auto k) { return make_layout(make_shape(m, k)); };
  auto f16 = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _2, _1>>{}, Tile<_32, _32, _16>{});
  auto tall = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_4, _1, _1>>{});
  using Permuted = Layout<Shape<_8, _2, _2>, Stride<_1, _16, _8>>;
  auto tf32 = make_tiled_mma(SM80_16x8x8_F32TF32TF32F32_TN{}, Layout<Shape<_2, _2, _1>>{}, Tile<_32, Permuted, _8>{});
  auto fma = make_tiled_mma(UniversalFMA<float>{}, Layout<Shape<_16, _8, _1>, Stride<_8, _1, _0>>{});
  auto deep = make_tiled_mma(SM80_16x8x8_F32F16F16F32_TN{}, Layout<Shape<_1, _2, _2>>{});
  using Group = SM90_64x128x16_F32F16F16_SS<GMMA::Major::K, GMMA::Major::K>;
  auto group = make_tiled_mma(Group{}, Layout<Shape<_2, _1, _1>>{});
  mma_case("f16", f16, row(_64{}, _64{}), row(_64{}, _64{}), row(_64{}, _64{}));
  mma_case("tall", tall, column(_128{}, _32{}), row(_64{}, _32{}), column(_128{}, _64{}));
  mma_case("tf32", tf32, row(_32{}, _16{}), row(_64{}, _16{}), row(_32{}, _64{}));
  mma_case("fma", fma, column(_64{}, _16{}), column(_32{}, _16{}), row(_64{}, _32{}));
  mma_case("deep", deep, row(_32{}, _32{}), row(_32{}, _32{}), row(_32{}, _32{}));
  mma_case("group", group, row(_256{}, _64{}), row(_128{}, _64{}), row(_256{}, _128{}));

  Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>, Half> async_16;
  Copy_Atom<UniversalCopy<uint32_t>, Half> pairs;
  Copy_Atom<UniversalCopy<uint64_t>, float> floats;
  Copy_Atom<SM75_U32x4_LDSM_N, Half> rows_4;
  Copy_Atom<SM75_U16x4_LDSM_T, Half> columns_2;
  Copy_Atom<SM90_U32x4_STSM_N, Half> stores_4;
  auto wide = make_tiled_copy(async_16, Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto two = make_tiled_copy(pairs, Layout<Shape<_32, _4>>{}, Layout<Shape<_2, _2>>{});
  auto a = make_tiled_copy_A(rows_4, f16);
  auto b = make_tiled_copy_B(rows_4, f16);
  auto bt = make_tiled_copy_B(columns_2, tall);
  auto c = make_tiled_copy_C(floats, f16);
  auto c_small = make_tiled_copy_C_atom(pairs, f16);
  copy_case("wide", wide, row(_64{}, _128{}));
  copy_case("two", two, column(_128{}, _16{}));
  copy_case("A", a, row(_64{}, _64{}));
  copy_case("B", b, row(_64{}, _64{}));
  copy_case("B transposed", bt, column(_64{}, _32{}));
  copy_case("C", c, row(_64{}, _64{}));
  copy_case("C atom", c_small, row(_64{}, _64{}));
  copy_case("S", make_tiled_copy_S(pairs, wide), row(_64{}, _128{}));
  copy_case("D", make_tiled_copy_D(pairs, c), row(_64{}, _64{}));
  copy_case("stores", make_tiled_copy_C(stores_4, f16), row(_64{}, _64{}));
  auto own = f16.get_slice(0);
  retile_case("A", a, own.partition_fragment_A(tensor_of(row(_64{}, _64{}))));
  retile_case("B", b, own.partition_fragment_B(tensor_of(row(_64{}, _64{}))));
  retile_case("B transposed", bt, tall.get_slice(0).partition_fragment_B(tensor_of(row(_64{}, _32{}))));
  retile_case("C", c, own.partition_fragment_C(tensor_of(row(_64{}, _64{}))));

  metadata<GMMA::ELayout_64x16>("64x16, 32 bits");
  metadata<GMMA::ELayout_64x32>("64x32, 16 bits");
  metadata<GMMA::ELayout_64x64>("64x64, 8 bits");
  using Sparse = SM120::SPARSE::SM120_SPARSE_16x8x64_TN<float_e4m3_t, float_e4m3_t, float>;
  metadata<MMA_Traits<Sparse>::ELayout>("16x64, 8 bits");
}
