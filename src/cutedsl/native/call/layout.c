/* Whether a tensor's layout is what a record says, and whether the numbers of a call agree. */
#include "layout.h"

static bool fits(const LeafRecord *leaf, int64_t number) {
  if ((uint64_t)(number - leaf->least) > (uint64_t)leaf->width)
    return false;
  return leaf->divisor == 1 || number % leaf->divisor == 0;
}

/* Fills the tensor's slots: its address, the extents and strides that are not known, how many elements it reaches over.
 * The slot after them; null where the layout does not fit. The stride of a mode of one element may be anything. */
int64_t *layout_fits(const TensorRecord *record, const TensorView *view, int64_t *slots) {
  const LeafRecord *leaf = (const LeafRecord *)(record + 1);
  const int64_t *shape = view->tensor.shape, *strides = view->tensor.strides;
  *slots++ = view->tensor.data;
  for (int64_t mode = 0; mode < record->modes; mode++, leaf++) {
    if (!fits(leaf, shape[mode]))
      return 0;
    *slots = shape[mode];
    slots += leaf->is_slot;
  }
  int64_t reach = 1;
  bool empty = false;
  for (int64_t mode = 0; mode < record->modes; mode++, leaf++) {
    int64_t stride = strides[mode] >> view->shift;
    if (strides[mode] & view->mask || (shape[mode] > 1 && !fits(leaf, stride)))
      return 0;
    *slots = stride;
    slots += leaf->is_slot;
    if (stride > 0)
      reach += (shape[mode] - 1) * stride;
    empty |= !shape[mode];
  }
  *slots++ = empty ? 0 : reach;
  return slots;
}

bool slots_agree(const CallTable *table, const int64_t *slots) {
  const int64_t *at = (const int64_t *)((const char *)table + table->checks_at);
  for (int64_t k = 0; k < table->checks; k++) {
    const SlotCheck *check = (const SlotCheck *)at;
    const int64_t *factors = (const int64_t *)(check + 1);
    at = factors + check->factors;
    if (check->unless_one >= 0 && slots[check->unless_one] == 1)
      continue;
    int64_t product = check->coefficient;
    for (int64_t factor = 0; factor < check->factors; factor++)
      product *= slots[factors[factor]];
    if (slots[check->slot] != product)
      return false;
  }
  return true;
}
