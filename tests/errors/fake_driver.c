// A CUDA driver without a GPU: launches do nothing. FAKE_FAULT says what is wrong with the machine.
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { UNSUPPORTED_PTX_VERSION = 222, ILLEGAL_ADDRESS = 700, CAPABILITY_MAJOR = 75, CAPABILITY_MINOR = 76 };
static int context, module, function;
static void *current;

static int is(const char *fault) {
  const char *wanted = getenv("FAKE_FAULT");
  return wanted && !strcmp(wanted, fault);
}

int cuInit(unsigned flags) { return 0; }
int cuDriverGetVersion(int *version) { return *version = is("old driver") ? 11040 : 13000, 0; }
int cuGetErrorName(int status, const char **name) {
  *name = status == UNSUPPORTED_PTX_VERSION ? "CUDA_ERROR_UNSUPPORTED_PTX_VERSION" : "CUDA_ERROR_ILLEGAL_ADDRESS";
  return 0;
}
int cuGetErrorString(int status, const char **text) { return *text = "the driver's text", 0; }
int cuDeviceGetCount(int *count) { return *count = 1, 0; }
int cuDeviceGet(int *device, int ordinal) { return *device = ordinal, 0; }
int cuDeviceGetName(char *name, int size, int device) { return strcpy(name, "fake"), 0; }
int cuDeviceTotalMem_v2(size_t *bytes, int device) { return *bytes = (size_t)1 << 30, 0; }
int cuDeviceGetAttribute(int *value, int attribute, int device) {
  int old = is("old GPU");
  *value = attribute == CAPABILITY_MAJOR ? old ? 7 : 9 : attribute == CAPABILITY_MINOR ? old ? 5 : 0 : 1;
  return 0;
}
int cuDevicePrimaryCtxRetain(void **made, int device) { return *made = &context, 0; }
int cuCtxGetCurrent(void **found) { return *found = current, 0; }
int cuCtxSetCurrent(void *next) { return current = next, 0; }
int cuCtxGetDevice(int *device) { return *device = 0, 0; }
int cuPointerGetAttribute(int *value, int attribute, void *address) { return *value = 0, 0; }
int cuThreadExchangeStreamCaptureMode(int *mode) { return 0; }
int cuModuleLoadDataEx(void **made, const char *image, unsigned count, void *options, void *values) {
  *made = &module;
  return is("old driver") ? UNSUPPORTED_PTX_VERSION : 0;
}
int cuStreamIsCapturing(void *stream, int *status) { return *status = 0, 0; }
int cuModuleUnload(void *gone) { return 0; }
int cuModuleGetFunction(void **found, void *of, const char *name) { return *found = &function, 0; }
int cuFuncGetAttribute(int *value, int attribute, void *of) { return *value = 0, 0; }
int cuFuncSetAttribute(void *of, int attribute, int value) { return 0; }
int cuLaunchKernel(void *kernel, ...) { return is("stray write") ? ILLEGAL_ADDRESS : 0; }
