// Lua's allocator: counts, refuses what goes beyond the limit, and keeps small blocks by size. Strings come and go with
// every field that a script reads; a state belongs to one thread, so its blocks need none of malloc's care.
#include "bridge_internal.h"

#include <stdlib.h>
#include <string.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define LB_PLAIN_MALLOC 1
#endif
#endif

enum { STEP = 16, LARGEST = STEP * LB_CLASSES, SLAB = 32 << 10 };

static size_t class_of(size_t size) { return (size - 1) / STEP; }

static bool is_small(size_t size) {
#ifdef LB_PLAIN_MALLOC
  (void)size;
  return false;
#else
  return size <= LARGEST;
#endif
}

// A block from the class's free list, else from the current slab.
static void *take_block(lb_state *state, size_t size) {
  size_t class = class_of(size);
  lb_block *block = state->free_blocks[class];
  if (block != NULL) {
    state->free_blocks[class] = block->next;
    return block;
  }
  size_t rounded = (class + 1) * STEP;
  if (state->slab_left < rounded) {
    lb_block *slab = malloc(SLAB);
    if (slab == NULL) return NULL;
    slab->next = state->slabs;
    state->slabs = slab;
    state->slab_left = SLAB - STEP;
  }
  state->slab_left -= rounded;
  return (char *)state->slabs + STEP + state->slab_left;
}

static void give_back(lb_state *state, void *pointer, size_t size) {
  if (pointer == NULL) return;
  if (!is_small(size)) {
    free(pointer);
    return;
  }
  lb_block *block = pointer;
  block->next = state->free_blocks[class_of(size)];
  state->free_blocks[class_of(size)] = block;
}

static void *resize(lb_state *state, void *pointer, size_t old_size, size_t new_size) {
  bool was_small = pointer == NULL || is_small(old_size);
  if (!was_small && !is_small(new_size)) return realloc(pointer, new_size);
  if (pointer != NULL && is_small(new_size) && was_small && class_of(old_size) == class_of(new_size)) return pointer;
  void *result = is_small(new_size) ? take_block(state, new_size) : malloc(new_size);
  if (result == NULL || pointer == NULL) return result;
  memcpy(result, pointer, old_size < new_size ? old_size : new_size);
  give_back(state, pointer, old_size);
  return result;
}

// Whether the limit allows this much more. Few instructions can allocate much, so large growth shortens the way to the
// next look at the clock; a refusal makes Lua collect all its garbage, and is charged for. A chain of `__call` without
// an end executes no instruction at all, but its stack grows: there the allocation itself has to look.
static bool may_grow(lb_state *state, size_t growth) {
  size_t limit = state->limits.memory;
  if (limit != 0 && (growth > limit || state->used > limit - growth)) {
    state->spent += (int64_t)(state->used / 256);
    lb_look_soon(state);
    return false;
  }
  if (growth >= LB_LARGE_GROWTH) {
    if (lb_ends_in_allocation(state)) return false;
    lb_look_soon(state);
  }
  state->allocated += growth;
  state->total += growth;
  if (state->allocated > LB_ALLOCATION_STEP) {
    state->allocated = 0;
    lb_look_soon(state);
  }
  return true;
}

// Nothing of a stack that moves can be read, as Lua has it since 5.4.5. So where a script is, is noted for new blocks, and
// for those that are to grow when Lua, having collected its garbage, asks once more: for a stack it does not.
static void *refuse(lb_state *state, const void *block) {
  bool again = block == state->refused_block && state->total == state->refused_total;
  state->refused_block = block;
  state->refused_total = state->total;
  lb_note_refusal(state, block == NULL || again);
  return NULL;
}

void *lb_allocate(void *context, void *pointer, size_t old_size, size_t new_size) {
  lb_state *state = context;
  if (pointer == NULL) old_size = 0;
  if (new_size == 0) {
    give_back(state, pointer, old_size);
    state->used -= old_size;
    return NULL;
  }
  if (new_size > old_size && !may_grow(state, new_size - old_size)) return refuse(state, pointer);
  void *result = resize(state, pointer, old_size, new_size);
  if (result == NULL) return refuse(state, pointer);
  state->used += new_size - old_size;
  if (state->used > state->peak) state->peak = state->used;
  if (new_size > state->largest) state->largest = new_size;
  return result;
}

// Counts memory that the host holds for an object as if Lua had allocated it.
bool lb_hold(lb_state *state, size_t bytes) {
  if (!may_grow(state, bytes)) return refuse(state, NULL);
  state->used += bytes;
  if (state->used > state->peak) state->peak = state->used;
  return true;
}

void lb_let_go(lb_state *state, size_t bytes) { state->used -= bytes; }

void lb_free_slabs(lb_state *state) {
  while (state->slabs != NULL) {
    lb_block *next = state->slabs->next;
    free(state->slabs);
    state->slabs = next;
  }
}

size_t lb_memory_used(const lb_state *state) { return state->used; }
size_t lb_memory_peak(const lb_state *state) { return state->peak; }
