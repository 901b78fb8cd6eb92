/* The structures of tensor memory on the CPU. */
#pragma once

/* The tensor memory of a block. */
typedef struct TensorMemory {
  int32_t taken; /* slices of 32 columns that are allocated, as bits */
  int32_t relinquished; /* whether the block allocates no more */
  int32_t last; /* columns of the last allocation */
  int32_t group; /* how many blocks its instructions are for; 0: none was there yet */
  int32_t site; /* where it was allocated last */
  int8_t sizes[TENSOR_SLICES]; /* by its first slice, how many an allocation has */
  int32_t owed; /* how many allocations the pair's other block has made for this one, which has not asked for them yet */
  int8_t owed_at[TENSOR_SLICES]; /* their first slices, the oldest one first */
  int32_t was_owed; /* whether the last allocation was one of those */
  int32_t unused[5]; /* up to a multiple of 64 bytes */
  uint64_t collectors[TENSOR_COLLECTORS]; /* a fingerprint of the matrix that each buffer holds; 0: none */
  void *raw; /* what `malloc` gave */
  uint32_t words[TENSOR_BLOCK_WORDS]; /* lanes of each column */
  uint8_t scratch[TENSOR_SCRATCH_BYTES]; /* operands of a multiply as numbers */
} __attribute__((aligned(64))) TensorMemory;

/* A multiply as it was issued. */
typedef struct TensorMultiply {
  int64_t a; /* a descriptor, or an address */
  int64_t b; /* a descriptor */
  int64_t zero_columns; /* which columns of B count as zero */
  int32_t d; /* an address */
  uint32_t instruction; /* a descriptor */
  int32_t factors_a; /* the address of the factors of A */
  int32_t factors_b; /* the address of the factors of B */
  int32_t metadata; /* the address of that of a sparse A */
  int32_t accumulate; /* whether D is added */
  int32_t kind; /* a number of `KINDS` */
  int32_t group; /* for how many blocks */
  int32_t block; /* elements with one factor; 0: there are none */
  int32_t scale_d; /* D is divided by two to the power of this */
  int32_t a_in_tensor_memory; /* whether `a` is an address */
  int32_t sparse; /* whether A is */
  int32_t stationary; /* whether it is of that kind */
  int32_t shifted; /* whether rows of A are one further */
  int32_t collector; /* a buffer, times the number of uses, and what it does with it */
  int32_t masked; /* whether `lanes` counts */
  int32_t lanes[8]; /* lanes of D that keep what they have, as bits; then those of the odd block */
} TensorMultiply;
