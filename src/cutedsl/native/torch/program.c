/* Calls of compiled functions by torch's dispatcher: an operator, and the programs that it tries.
 *
 * Arguments come as words of a stack, which torch's stable C interface reads. They are checked against the same records as
 * a call from Python; results are made like an argument that lies row after row. What does not fit goes to Python. */
#include "../call/handlers.h"
#include "../call/numbers.h"
#include "torch.h"

static bool view_of(const TorchProgram *program, void *tensor, const TensorRecord *record, int32_t device, TensorView *view) {
  int32_t dtype, where;
  int64_t modes;
  program->get_dtype(tensor, &dtype);
  program->get_dim(tensor, &modes);
  program->get_device_type(tensor, &where);
  if (dtype != (record->dtype & 255) || modes != record->modes || where != device)
    return false;
  program->get_data_ptr(tensor, &view->tensor.data);
  program->get_sizes(tensor, &view->tensor.shape);
  program->get_strides(tensor, &view->tensor.strides);
  view->shift = view->mask = 0;
  return !(view->tensor.data & record->misaligned);
}

static bool fill_tensor(const TorchProgram *program, void *tensor, const TensorRecord *record, int32_t device,
                        int64_t *slots) {
  TensorView view;
  return view_of(program, tensor, record, device, &view) && layout_fits(record, &view, slots);
}

static bool fill_number(int64_t word, const ScalarRecord *record, int64_t *slot) {
  *slot = record->kind == ARGUMENT_BOOLEAN ? word & 1 : word;
  if (record->kind == ARGUMENT_FLOAT32)
    return narrowed(*(const double *)&word, slot);
  return record->kind == ARGUMENT_FLOAT64 || record->kind == ARGUMENT_BOOLEAN || integer_fits(record, word);
}

/* Where an input's record is in the table of the call; null for a compile-time argument. */
static const int64_t *record_of(const CallTable *call, const TorchInput *input) {
  return input->record < 0 ? 0 : (const int64_t *)call + input->record;
}

static bool is_tensor(const int64_t *record) { return record && *record == ARGUMENT_TENSOR; }

static bool fill_input(const TorchProgram *program, const TorchTable *table, const CallTable *call, const TorchInput *input,
                       int64_t word, int64_t *slots) {
  const int64_t *record = record_of(call, input);
  if (!record)
    return (word & input->mask) == input->word;
  if (is_tensor(record))
    return fill_tensor(program, (void *)word, (const TensorRecord *)record, (int32_t)table->device, slots + input->slot);
  return fill_number(word, (const ScalarRecord *)record, slots + input->slot);
}

/* A new tensor like one that lies row after row; null for others. */
static void *like(const TorchProgram *program, void *tensor, int32_t dtype, int32_t device) {
  int64_t modes, *sizes, *strides, wanted = 1;
  int32_t index;
  void *made;
  program->get_dim(tensor, &modes);
  program->get_sizes(tensor, &sizes);
  program->get_strides(tensor, &strides);
  program->get_device_index(tensor, &index);
  for (int64_t mode = modes; mode-- > 0;) {
    if (strides[mode] != wanted || sizes[mode] <= 0)
      return 0;
    wanted *= sizes[mode];
  }
  return program->empty_strided(modes, sizes, strides, dtype, device, index, &made) ? 0 : made;
}

/* Whether all tensors are on one GPU; its number, -1 without a GPU. */
static bool one_gpu(const TorchProgram *program, const TorchTable *table, const CallTable *call, const int64_t *stack,
                    int64_t *gpu) {
  const TorchInput *inputs = (const TorchInput *)(table + 1);
  *gpu = -1;
  for (int64_t k = 0; table->device == TORCH_CUDA && k < table->inputs; k++) {
    int32_t number;
    if (!is_tensor(record_of(call, &inputs[k])))
      continue;
    program->get_device_index((void *)stack[k], &number);
    if (*gpu >= 0 && *gpu != number)
      return false;
    *gpu = number;
  }
  return true;
}

/* Checks the arguments, makes the results and fills the slots. What was made is in `made`, also where it says false. */
static bool fill(const TorchProgram *program, const TorchTable *table, const CallTable *call, const int64_t *stack,
                 int64_t *slots, void **made, int64_t *gpu) {
  const TorchInput *inputs = (const TorchInput *)(table + 1);
  const TorchResult *results = (const TorchResult *)(inputs + table->inputs);
  for (int64_t k = 0; k < table->inputs; k++)
    if (!fill_input(program, table, call, &inputs[k], stack[k], slots))
      return false;
  if (!one_gpu(program, table, call, stack, gpu))
    return false;
  for (int64_t k = 0; k < table->results; k++) {
    const TensorRecord *record = (const TensorRecord *)((const int64_t *)call + results[k].record);
    made[k] = like(program, (void *)stack[results[k].like], (int32_t)(record->dtype & 255), (int32_t)table->device);
    if (!made[k] || !fill_tensor(program, made[k], record, (int32_t)table->device, slots + results[k].slot))
      return false;
  }
  return slots_agree(call, slots);
}

static void drop(const TorchProgram *program, void *tensor) {
  if (tensor)
    program->delete_tensor_object(tensor);
}

static int32_t run(TorchProgram *program, int64_t *slots, int64_t gpu) {
  Context **at, *rt = take_context(program->contexts, &at);
  if (!rt)
    return TORCH_MISSED;
  rt->gpu = gpu;
  int32_t code = program->host(slots, rt);
  if (code)
    program->failed(rt, code);
  give_context(at, rt);
  return code ? TORCH_FAILED : TORCH_DONE;
}

/* What a program answers. One that missed has touched nothing; else it gives the handles back where it owns them. */
int32_t run_torch(TorchProgram *program, const TorchTable *table, const CallTable *call, int64_t *stack, bool owned,
                  int64_t *slots, void **made) RUNTIME(torch);
int32_t run_torch(TorchProgram *program, const TorchTable *table, const CallTable *call, int64_t *stack, bool owned,
                  int64_t *slots, void **made) {
  const TorchInput *inputs = (const TorchInput *)(table + 1);
  int64_t gpu;
  for (int64_t k = 0; k < table->results; k++)
    made[k] = 0;
  int32_t said = fill(program, table, call, stack, slots, made, &gpu) ? run(program, slots, gpu) : TORCH_MISSED;
  for (int64_t k = 0; said != TORCH_DONE && k < table->results; k++)
    drop(program, made[k]);
  for (int64_t k = 0; said != TORCH_MISSED && owned && k < table->inputs; k++)
    if (is_tensor(record_of(call, &inputs[k])))
      drop(program, (void *)stack[k]);
  for (int64_t k = 0; said == TORCH_DONE && k < table->results; k++)
    stack[k] = (int64_t)made[k];
  return said;
}

/* Tries an operator's programs, then Python; false where the call failed. */
bool run_operator(TorchOperator *operator, int64_t *stack) RUNTIME(torch.operator);
bool run_operator(TorchOperator *operator, int64_t *stack) {
  for (TorchProgramCode **next = operator->programs;; next++) {
    TorchProgramCode *program = __atomic_load_n(next, __ATOMIC_ACQUIRE); /* one is added while others call */
    int32_t said = program ? program(stack, true) : operator->python(stack) == TORCH_DONE ? TORCH_DONE : TORCH_FAILED;
    if (said != TORCH_MISSED)
      return said == TORCH_DONE;
  }
}
