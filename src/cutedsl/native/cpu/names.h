/* How functions of the runtime are declared.
 *
 * RUNTIME(name): called by generated code as `cute.name`. COLD: on no path that is taken often, so LLVM compiles it as
 * it stands; the build script makes `optnone` of it. */
#pragma once
#define RUNTIME(name) __asm__("cute." #name)
#define COLD __attribute__((cold, noinline))
#define HOT __attribute__((noinline))
