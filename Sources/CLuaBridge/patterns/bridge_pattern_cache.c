// Compiled patterns by their text. Scripts use a handful of patterns, a million times each.
#include "bridge_pattern.h"

#include <string.h>

enum { MULTIPLIER_SHIFT = 64 - 5 };  // picks one of LB_PATTERN_SLOTS / 2 pairs of slots

_Static_assert(LB_PATTERN_SLOTS == 2 << 5, "as many pairs as the hash has values");

// From the length and both ends of a pattern.
static size_t pair_of(const char *bytes, size_t length) {
  uint64_t head = 0, tail = 0;
  if (length >= sizeof head) {
    memcpy(&head, bytes, sizeof head);
    memcpy(&tail, bytes + length - sizeof tail, sizeof tail);
  } else {
    for (size_t index = 0; index < length; index++) head = head << 8 | (uint8_t)bytes[index];
  }
  uint64_t mixed = (head ^ (tail << 1 | tail >> 63) ^ length) * 0x9E3779B97F4A7C15u;
  return (size_t)((mixed ^ mixed << 29) >> MULTIPLIER_SHIFT) * 2;
}

// Lua keeps one copy of a short string, so most hits need no look at the bytes.
static bool holds(const lb_pattern_slot *slot, const char *bytes, size_t length) {
  return slot->pattern != NULL && slot->length == length
    && (slot->bytes == bytes || memcmp(slot->bytes, bytes, length) == 0);
}

// Pushes the compiled pattern: a userdata, so that an error on the way leaves nothing behind. Behind it
// there is room for a search.
static lp_pattern *compile(lua_State *L, const char *bytes, size_t length, bool anchors) {
  lb_charge(L, (int64_t)(length / 4));
  lp_measure measure = lp_pattern_measure(bytes, length, anchors);
  void *memory = lua_newuserdatauv(L, measure.size + measure.count * sizeof(lp_choice), 1);
  return lp_pattern_compile(memory, bytes, length, anchors);
}

// Compiles the pattern at `index` and keeps the result in the slot, which lets go of what it held.
// The compiled pattern keeps the string, whose bytes are the key. Leaves it on the stack.
static lp_pattern *fill(lua_State *L, lb_state *state, size_t place, int index) {
  lb_pattern_slot *slot = &state->patterns[place];
  size_t length;
  const char *bytes = lua_tolstring(L, index, &length);
  lp_pattern *pattern = compile(L, bytes, length, true);
  lua_pushvalue(L, index);
  lua_setiuservalue(L, -2, 1);
  lua_rawgeti(L, LUA_REGISTRYINDEX, state->pattern_table);
  lua_pushvalue(L, -2);
  slot->pattern = NULL;
  lua_rawseti(L, -2, (lua_Integer)place + 1);
  lua_pop(L, 1);
  *slot = (lb_pattern_slot){bytes, length, pattern};
  return pattern;
}

static void push_kept(lua_State *L, lb_state *state, size_t place) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, state->pattern_table);
  lua_rawgeti(L, -1, (lua_Integer)place + 1);
  lua_remove(L, -2);
}

// The compiled pattern of the string at `index` (absolute). With `hold` it is pushed too: without, it may only be used
// until Lua code runs, which can compile others in its place. `anchors`: a leading ^ is an anchor.
lp_pattern *lb_pattern_get(lua_State *L, int index, bool anchors, bool hold) {
  size_t length;
  const char *bytes = lua_tolstring(L, index, &length);
  if (length > LB_PATTERN_CACHED || (!anchors && *bytes == '^')) return compile(L, bytes, length, anchors);
  lb_state *state = lb_of(L);
  size_t pair = pair_of(bytes, length);
  for (size_t place = pair; place < pair + 2; place++) {
    if (!holds(&state->patterns[place], bytes, length)) continue;
    if (hold) push_kept(L, state, place);
    return state->patterns[place].pattern;
  }
  size_t place = pair + (state->patterns[pair].pattern != NULL && (state->pattern_turn++ & 1));
  if (state->patterns[pair].pattern != NULL && state->patterns[pair + 1].pattern == NULL) place = pair + 1;
  return fill(L, state, place, index);
}
