// Memory, instructions, time and interruption. A limit that is reached cannot be caught: the flag
// `stop` stays up until the outermost call ends, and everything that catches errors looks at it.
#define _POSIX_C_SOURCE 200809L
#include "bridge_internal.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

// Remembers where memory ran out, as far as that can be read now: the memory error itself runs no message handler. Only
// reads what is consistent when Lua allocates, unless it moves its stack, and allocates nothing.
void lb_note_refusal(lb_state *state, bool is_readable) {
  state->refused = true;
  state->refused_line = 0;
  if (state->running == NULL || !is_readable) return;
  lua_Debug frame;
  for (int level = 0; lua_getstack(state->running, level, &frame); level++) {
    lua_getinfo(state->running, "Sl", &frame);
    if (frame.currentline <= 0) continue;
    state->refused_line = frame.currentline;
    memcpy(state->refused_chunk, frame.short_src, sizeof state->refused_chunk);
    return;
  }
}

static void hook(lua_State *L, lua_Debug *event);

// Instructions are always counted; calls and lines are looked at where they are observed.
static void set_hook(lb_state *state, lua_State *L, int count) {
  lua_sethook(L, hook, LUA_MASKCOUNT | state->events, count);
}

// The next instruction looks at the limits. Safe inside an allocation, as inside a signal handler.
void lb_look_soon(lb_state *state) {
  if (state->running != NULL) set_hook(state, state->running, 1);
}

int64_t lb_now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

// The time that counts: not that which somebody took to look at a script that stood still.
static int64_t time_of(const lb_state *state) {
  return state->debugger == NULL ? lb_now() : lb_now() - lb_waited(state->debugger);
}

// Words for a script that looks at the message; the host has words of its own.
static const char *stop_message(lb_status status) {
  switch (status) {
    case LB_INSTRUCTIONS: return "instruction limit reached";
    case LB_TIME: return "time limit reached";
    case LB_INTERRUPTED: return "interrupted";
    case LB_EXIT: return "exit";
    default: return "not enough memory";
  }
}

// Raises the stop that is already under way.
int lb_raise_stop(lua_State *L) {
  lua_pushstring(L, stop_message(lb_of(L)->stop));
  return lua_error(L);
}

// Ends the outermost call: every further instruction of this thread raises again.
void lb_stop(lua_State *L, lb_status status) {
  lb_state *state = lb_of(L);
  state->stop = status;
  state->has_stopped = true;
  lua_sethook(L, hook, LUA_MASKCOUNT, 1);
  lb_raise_stop(L);
}

// A flag that somebody raised to look at a script ends nothing: the next line stands still.
static bool is_raised(const lb_state *state) {
  const lb_flag *flag = state->flag;
  if (flag->asks != NULL && flag->asks()) return true;
  if (!atomic_load_explicit(&flag->raised, memory_order_relaxed)) return false;
  return state->debugger == NULL || !lb_stops_at_flag(state->debugger);
}

// Why the call has to end whatever it does, if it has to. Begins to measure its time.
static lb_status end_from_outside(lb_state *state) {
  if (state->flag != NULL && is_raised(state)) return LB_INTERRUPTED;
  if (state->limits.nanoseconds == 0) return LB_OK;
  int64_t time = time_of(state);
  if (state->deadline == 0) state->deadline = time + state->limits.nanoseconds;
  return time > state->deadline ? LB_TIME : LB_OK;
}

// Looks at every limit but memory's; also after work of the host's, which counts no instructions.
void lb_look(lua_State *L) {
  lb_state *state = lb_of(L);
  if (state->stop != LB_OK) lb_raise_stop(L);
  if (state->limits.instructions != 0 && state->spent > state->limits.instructions) lb_stop(L, LB_INSTRUCTIONS);
  lb_status status = end_from_outside(state);
  if (status != LB_OK) lb_stop(L, status);
}

// The same from inside an allocation, where nothing can be raised: what is refused then ends the call.
// It is refused again when Lua has collected its garbage and tries once more.
bool lb_ends_in_allocation(lb_state *state) {
  if (state->depth == 0) return false;
  if (state->stop == LB_OK) state->stop = end_from_outside(state);
  if (state->stop == LB_OK) return false;
  state->has_stopped = true;
  lb_look_soon(state);
  return true;
}

// One instruction, or the C function that it calls, may look at all of a string, a table or the stack without
// allocating. So the looks are the more frequent the larger the largest of these may be. The steps of two
// keep the count from changing with each allocation.
static int hook_count(const lb_state *state) {
  size_t block = state->used < state->largest ? state->used : state->largest;
  int count = LB_HOOK_COUNT;
  for (size_t size = LB_LARGE_GROWTH; size < block && count > LB_LEAST_HOOK_COUNT; size *= 2) count /= 2;
  return count < LB_LEAST_HOOK_COUNT ? LB_LEAST_HOOK_COUNT : count;
}

// Begins to measure the time of this outermost call, if nothing has yet.
void lb_start_clock(lb_state *state) {
  if (state->limits.nanoseconds != 0 && state->deadline == 0)
    state->deadline = time_of(state) + state->limits.nanoseconds;
}

static void hook(lua_State *L, lua_Debug *event) {
  lb_state *state = lb_of(L);
  if (event->event != LUA_HOOKCOUNT) {
    lb_note_event(state, L, event);
    return;
  }
  int count = lua_gethookcount(L);
  state->spent += count;
  if (state->stop == LB_OK && count != hook_count(state)) lb_arm(state, L);
  lb_look(L);
}

// Sets the count hook of a thread; new coroutines inherit it from the thread that makes them.
void lb_arm(lb_state *state, lua_State *L) { set_hook(state, L, hook_count(state)); }

// Accounts for work that C does without running instructions, before or while it is done.
void lb_charge(lua_State *L, int64_t steps) {
  lb_state *state = lb_of(L);
  if (state->limits.instructions != 0 && steps > state->limits.instructions)
    steps = state->limits.instructions + 1;
  state->spent += steps;
  state->unlooked += steps;
  if (state->unlooked < LB_HOOK_COUNT) return;
  state->unlooked = 0;
  lb_look(L);
}

// Whether an error that was just caught is one that must not be caught. Lua's own buffers report
// memory as an ordinary error of these words.
bool lb_is_stop(lua_State *L, int status) {
  lb_state *state = lb_of(L);
  if (state->stop != LB_OK) return true;
  if (status == LUA_OK || status == LUA_YIELD || !state->refused) return false;
  bool memory = status == LUA_ERRMEM;
  if (!memory && lua_type(L, -1) == LUA_TSTRING)
    memory = strstr(lua_tostring(L, -1), "not enough memory") != NULL;
  if (memory) state->stop = LB_MEMORY;
  return memory;
}

void lb_set_limits(lb_state *state, lb_limits limits) { state->limits = limits; }
void lb_set_flag(lb_state *state, const lb_flag *flag) { state->flag = flag; }

lb_flag *lb_flag_create(bool (*asks)(void)) {
  lb_flag *flag = malloc(sizeof *flag);
  if (flag == NULL) return NULL;
  atomic_init(&flag->raised, false);
  flag->asks = asks;
  return flag;
}
void lb_flag_free(lb_flag *flag) { free(flag); }
void lb_flag_set(lb_flag *flag, bool raised) { atomic_store(&flag->raised, raised); }
bool lb_flag_get(const lb_flag *flag) { return atomic_load(&flag->raised); }
