// Prints the thread-value layouts of CuTe's atoms, one JSON object a line. The list of atoms is made by atoms.py.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>
#include <typeinfo>

#include <cuda.h>
#include <cxxabi.h>

#include <cute/tensor.hpp>
#include <cute/atom/copy_atom.hpp>
#include <cute/atom/mma_atom.hpp>

using namespace cute;

template <class T>
std::string type_name() {
  char* text = abi::__cxa_demangle(typeid(T).name(), nullptr, nullptr, nullptr);
  std::string name(text);
  std::free(text);
  return name;
}

template <class T>
void field(char const* name) {
  std::printf(", \"%s\": \"", name);
  print(T{});
  std::printf("\"");
}

template <class T>
void type_field(char const* name) {
  std::printf(", \"%s\": \"%s\"", name, type_name<T>().c_str());
}

template <class Op>
void mma(char const* name) {
  using Traits = MMA_Traits<Op>;
  std::printf("{\"kind\": \"mma\", \"atom\": \"%s\"", name);
  type_field<typename Traits::ValTypeD>("type_d");
  type_field<typename Traits::ValTypeA>("type_a");
  type_field<typename Traits::ValTypeB>("type_b");
  type_field<typename Traits::ValTypeC>("type_c");
  field<typename Traits::Shape_MNK>("shape_mnk");
  field<typename Traits::ThrID>("thr_id");
  field<typename Traits::ALayout>("a");
  field<typename Traits::BLayout>("b");
  field<typename Traits::CLayout>("c");
  std::printf("}\n");
}

template <class Op, class... Args>
void copy_op(char const* name) {
  using Traits = Copy_Traits<Op, Args...>;
  std::printf("{\"kind\": \"copy\", \"atom\": \"%s\"", name);
  field<typename Traits::ThrID>("thr_id");
  field<typename Traits::SrcLayout>("src");
  field<typename Traits::DstLayout>("dst");
  field<typename Traits::RefLayout>("ref");
  std::printf("}\n");
}
