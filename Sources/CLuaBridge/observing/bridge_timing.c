// How often functions were called, how long they took and what they allocated.
#define _POSIX_C_SOURCE 200809L
#include "../bridge_internal.h"

#include <stdlib.h>
#include <string.h>

enum { OF_C = -1 };

typedef struct function {
  lb_timed timed;
  char *source;
  int64_t depth;       // how many of its calls are under way
} function;

// A call under way.
typedef struct activation {
  const lua_State *thread;
  const void *call;
  int32_t function;    // OF_C: it counts as its caller's own work
  int64_t began, inner;
  uint64_t bytes, inner_bytes;
} activation;

struct lb_timing {
  function *functions;
  int32_t count, capacity;
  int32_t *table;      // open addressing: one more than a function's number
  size_t mask;
  activation *stack;
  size_t depth, stack_capacity;
};

lb_timing *lb_timing_create(void) { return calloc(1, sizeof(lb_timing)); }

void lb_timing_free(lb_timing *timing) {
  if (timing == NULL) return;
  for (int32_t index = 0; index < timing->count; index++) free(timing->functions[index].source);
  free(timing->functions);
  free(timing->table);
  free(timing->stack);
  free(timing);
}

// MARK: Functions

static size_t hash_of(const char *source, int32_t line) {
  uint64_t hash = 0xCBF29CE484222325u ^ (uint64_t)line;
  for (; *source != 0; source++) hash = (hash ^ (uint8_t)*source) * 0x100000001B3u;
  return (size_t)(hash ^ hash >> 29);
}

static int32_t *place_of(lb_timing *timing, const char *source, int32_t line) {
  size_t place = hash_of(source, line) & timing->mask;
  for (; timing->table[place] != 0; place = (place + 1) & timing->mask) {
    const function *known = timing->functions + timing->table[place] - 1;
    if (known->timed.line == line && strcmp(known->source, source) == 0) break;
  }
  return timing->table + place;
}

static bool grow_functions(lb_timing *timing) {
  if (timing->count < timing->capacity) return true;
  int32_t capacity = 2 * timing->capacity + 32;
  function *functions = realloc(timing->functions, (size_t)capacity * sizeof *functions);
  if (functions == NULL) return false;
  timing->functions = functions;
  size_t slots = 64;
  while (slots < 2 * (size_t)capacity) slots *= 2;
  int32_t *table = calloc(slots, sizeof *table);
  if (table == NULL) return false;
  free(timing->table);
  timing->table = table;
  timing->mask = slots - 1;
  timing->capacity = capacity;
  for (int32_t index = 0; index < timing->count; index++) {
    const function *known = functions + index;
    *place_of(timing, known->source, known->timed.line) = index + 1;
  }
  return true;
}

// The number of the function that is called; OF_C for one of C's, and where memory is out.
static int32_t number_of(lb_timing *timing, lua_State *L, lua_Debug *event) {
  lua_getinfo(L, "S", event);
  if (*event->what == 'C' || !grow_functions(timing)) return OF_C;
  // Text that a script loads may be long, and is no name.
  const char *source = *event->source == '@' ? event->source + 1 : event->short_src;
  int32_t *place = place_of(timing, source, event->linedefined);
  if (*place != 0) return *place - 1;
  function added = {.timed = {.line = event->linedefined}, .source = strdup(source)};
  if (added.source == NULL) return OF_C;
  timing->functions[timing->count] = added;
  *place = ++timing->count;
  return timing->count - 1;
}

// MARK: Calls

// Ends the innermost call.
static void pop(lb_state *state, lb_timing *timing, int64_t time) {
  activation ended = timing->stack[--timing->depth];
  int64_t took = time - ended.began;
  uint64_t bytes = state->total - ended.bytes;
  bool counts = ended.function != OF_C;
  if (timing->depth > 0) {
    activation *caller = timing->stack + timing->depth - 1;
    caller->inner += counts ? took : ended.inner;
    caller->inner_bytes += counts ? bytes : ended.inner_bytes;
  }
  if (!counts) return;
  function *function = timing->functions + ended.function;
  function->timed.own += took - ended.inner;
  function->timed.bytes += bytes - ended.inner_bytes;
  if (--function->depth == 0) function->timed.total += took;
}

static void push(lb_state *state, lua_State *L, lua_Debug *event) {
  lb_timing *timing = state->timing;
  if (timing->depth == timing->stack_capacity) {
    size_t capacity = 2 * timing->stack_capacity + 64;
    activation *stack = realloc(timing->stack, capacity * sizeof *stack);
    if (stack == NULL) return;
    timing->stack = stack;
    timing->stack_capacity = capacity;
  }
  int32_t number = number_of(timing, L, event);
  if (number != OF_C) {
    timing->functions[number].timed.calls++;
    timing->functions[number].depth++;
  }
  timing->stack[timing->depth++] = (activation){L, event->i_ci, number, lb_now(), 0, state->total, 0};
}

// How many calls remain when those above a thread's call are gone; all of them if it is not there.
static size_t height_at(const lb_timing *timing, const lua_State *L, const void *call) {
  for (size_t height = timing->depth; height > 0; height--) {
    const activation *entry = timing->stack + height - 1;
    if (entry->thread == L && entry->call == call) return height;
  }
  return timing->depth;
}

// How many calls remain where a thread begins anew.
static size_t height_below(const lb_timing *timing, const lua_State *L) {
  size_t height = 0;
  while (height < timing->depth && timing->stack[height].thread != L) height++;
  return height;
}

// Ends calls that an error, or a coroutine that yielded, ended without a word.
static void settle(lb_state *state, lua_State *L, int64_t time) {
  lb_timing *timing = state->timing;
  lua_Debug caller;
  size_t height = lua_getstack(L, 1, &caller) ? height_at(timing, L, caller.i_ci)
                                              : height_below(timing, L);
  while (timing->depth > height) pop(state, timing, time);
}

void lb_time(lb_state *state, lua_State *L, lua_Debug *event) {
  lb_timing *timing = state->timing;
  int64_t time = lb_now();
  switch (event->event) {
    case LUA_HOOKCALL:
      settle(state, L, time);
      push(state, L, event);
      break;
    case LUA_HOOKTAILCALL:
    case LUA_HOOKRET: {
      size_t height = height_at(timing, L, event->i_ci);
      bool known = height > 0 && timing->stack[height - 1].call == event->i_ci;
      if (known) while (timing->depth >= height) pop(state, timing, time);
      if (event->event == LUA_HOOKTAILCALL) push(state, L, event);
      break;
    }
    default: break;
  }
}

// MARK: Reading

size_t lb_timing_count(const lb_timing *timing) { return (size_t)timing->count; }

lb_timed lb_timing_function(const lb_timing *timing, size_t index) {
  lb_timed timed = timing->functions[index].timed;
  timed.source = timing->functions[index].source;
  return timed;
}
