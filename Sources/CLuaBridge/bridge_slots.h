// Names found by the address of their interned string: open addressing, at most half full.
#ifndef LUNADIFF_BRIDGE_SLOTS_H
#define LUNADIFF_BRIDGE_SLOTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

// Longer strings are not interned: equal ones may have several addresses.
enum { LB_INTERNED = 40 };

typedef struct lb_slot {
  const char *name;
  int32_t place;
} lb_slot;

typedef struct lb_slots {
  lb_slot *slots;
  size_t mask, used;  // one less than the slots there are; how many are taken
} lb_slots;

// Makes room for as many names; false where memory is out.
static inline bool lb_slots_make(lb_slots *set, size_t names) {
  size_t capacity = 16;
  while (capacity < names * 4) capacity *= 2;
  *set = (lb_slots){calloc(capacity, sizeof(lb_slot)), capacity - 1, 0};
  return set->slots != NULL;
}

static inline void lb_slots_free(lb_slots *set) {
  free(set->slots);
  *set = (lb_slots){0};
}

static inline size_t lb_slot_hash(const char *name) {
  uint64_t bits = (uint64_t)(uintptr_t)name;
  return (size_t)((bits * 0x9E3779B97F4A7C15u) >> 20);
}

// The place of a name; -1 if it has none here.
static inline int32_t lb_slots_find(const lb_slots *set, const char *name) {
  if (set->slots == NULL) return -1;
  for (size_t at = lb_slot_hash(name) & set->mask;; at = (at + 1) & set->mask) {
    if (set->slots[at].name == name) return set->slots[at].place;
    if (set->slots[at].name == NULL) return -1;
  }
}

// Whether another name has room.
static inline bool lb_slots_have_room(const lb_slots *set) {
  return set->slots != NULL && set->used * 2 <= set->mask;
}

// Adds a name that is not there yet, where it has room.
static inline void lb_slots_add(lb_slots *set, const char *name, int32_t place) {
  if (!lb_slots_have_room(set)) return;
  size_t at = lb_slot_hash(name) & set->mask;
  while (set->slots[at].name != NULL) at = (at + 1) & set->mask;
  set->slots[at] = (lb_slot){name, place};
  set->used++;
}

#endif
