// Where scripts stand still for somebody who looks: at breaks, after steps, where an error is raised.
#define _POSIX_C_SOURCE 200809L
#include "../bridge_internal.h"

#include <stdlib.h>
#include <string.h>

typedef struct breakpoint {
  struct breakpoint *next;
  int32_t number, line;
  char file[];
} breakpoint;

struct lb_debugger {
  breakpoint *breakpoints;
  char *hidden;
  bool stops_at_errors, stops_at_interruptions;
  bool is_looked_at;     // a script stands still
  bool is_told;          // of the error that is under way
  lb_going going;
  int64_t calls;         // outermost ones so far
  int64_t waited;        // nanoseconds that scripts stood still
  // Where a step began: in which outermost call, how many coroutines deep, how many calls deep in the innermost.
  int64_t call;
  int32_t coroutines, depth;
};

// MARK: Breaks

lb_debugger *lb_debugger_create(const char *hidden) {
  lb_debugger *debugger = calloc(1, sizeof *debugger);
  if (debugger == NULL) return NULL;
  debugger->hidden = strdup(hidden);
  if (debugger->hidden != NULL) return debugger;
  free(debugger);
  return NULL;
}

void lb_debugger_free(lb_debugger *debugger) {
  while (debugger->breakpoints != NULL) {
    breakpoint *next = debugger->breakpoints->next;
    free(debugger->breakpoints);
    debugger->breakpoints = next;
  }
  free(debugger->hidden);
  free(debugger);
}

// A file in the current directory has the same name with and without it.
static const char *plain(const char *path) { return strncmp(path, "./", 2) == 0 ? path + 2 : path; }

bool lb_debugger_add(lb_debugger *debugger, int32_t number, const char *file, int32_t line) {
  file = plain(file);
  size_t size = strlen(file) + 1;
  breakpoint *added = malloc(sizeof *added + size);
  if (added == NULL) return false;
  *added = (breakpoint){debugger->breakpoints, number, line};
  memcpy(added->file, file, size);
  debugger->breakpoints = added;
  return true;
}

void lb_debugger_remove(lb_debugger *debugger, int32_t number) {
  breakpoint **place = &debugger->breakpoints;
  while (*place != NULL) {
    breakpoint *found = *place;
    if (found->number != number) {
      place = &found->next;
      continue;
    }
    *place = found->next;
    free(found);
  }
}

void lb_debugger_stop_at(lb_debugger *debugger, bool errors, bool interruptions) {
  debugger->stops_at_errors = errors;
  debugger->stops_at_interruptions = interruptions;
}

void lb_debugger_go(lb_debugger *debugger, lb_going going) { debugger->going = going; }

int64_t lb_waited(const lb_debugger *debugger) { return debugger->waited; }

// Whether a path is the file, or ends in it.
static bool is_file(const char *path, const char *file) {
  path = plain(path);
  size_t length = strlen(path), ending = strlen(file);
  if (ending > length || strcmp(path + length - ending, file) != 0) return false;
  return ending == length || path[length - ending - 1] == '/';
}

// The break of a line; that of any chunk where `source` is NULL.
static const breakpoint *find_break(
  const lb_debugger *debugger, int32_t line, const char *source) {
  const breakpoint *at = debugger->breakpoints;
  while (at != NULL && (at->line != line || (source != NULL && !is_file(source, at->file)))) at = at->next;
  return at;
}

// MARK: Steps

void lb_debug_enter(lb_state *state) {
  lb_debugger *debugger = state->debugger;
  if (!debugger->is_looked_at) state->entered = ++debugger->calls;
}

// Where the call is over that a step began in, it ends at whatever line comes next.
void lb_debug_leave(lb_state *state) {
  lb_debugger *debugger = state->debugger;
  if (debugger->is_looked_at || debugger->call != state->entered) return;
  if (debugger->going == LB_GO_OVER || debugger->going == LB_GO_OUT) debugger->going = LB_GO_INTO;
}

static int32_t count_coroutines(const lb_state *state) {
  int32_t count = 0;
  for (const lb_switch *at = state->switches; at != NULL; at = at->outer) count++;
  return count;
}

// How many calls a thread has: Lua walks to each from the innermost one, so few are asked for.
static int32_t depth_of(lua_State *L) {
  lua_Debug frame;
  int32_t low = 0, high = 1;
  while (lua_getstack(L, high, &frame)) {
    low = high;
    high *= 2;
  }
  while (high - low > 1) {
    int32_t middle = low + (high - low) / 2;
    if (lua_getstack(L, middle, &frame)) low = middle;
    else high = middle;
  }
  return high;
}

// Whether the step that is under way ends here.
static bool ends_step(const lb_debugger *debugger, const lb_state *state, lua_State *L) {
  if (debugger->going == LB_GO_INTO) return true;
  if (debugger->going != LB_GO_OVER && debugger->going != LB_GO_OUT) return false;
  if (state->entered != debugger->call) return state->entered < debugger->call;
  int32_t coroutines = count_coroutines(state);
  if (coroutines != debugger->coroutines) return coroutines < debugger->coroutines;
  lua_Debug frame;
  int32_t most = debugger->depth - (debugger->going == LB_GO_OUT);
  return !lua_getstack(L, most, &frame);
}

// Notes where a step begins. From an error every way leads out, and so to whatever line comes next.
static void begin_step(lb_state *state, lua_State *L, lb_going going, bool is_error) {
  lb_debugger *debugger = state->debugger;
  if (going == LB_GO_AS) return;
  bool is_relative = going == LB_GO_OVER || going == LB_GO_OUT;
  debugger->going = is_relative && is_error ? LB_GO_INTO : going;
  if (!is_relative) return;
  debugger->call = state->entered;
  debugger->coroutines = count_coroutines(state);
  debugger->depth = depth_of(L);
}

// MARK: Standing still

// Tells the host, and waits for it. What it calls meanwhile has limits of its own, and takes none of the script's time.
static void stand_still(lb_state *state, lua_State *L, int32_t level, lb_pause pause) {
  lb_debugger *debugger = state->debugger;
  lb_state before = *state;
  int64_t began = lb_now();
  debugger->is_looked_at = true;
  state->stand = (lb_stand){L, state->switches, level, before.stand.number + 1};
  state->running = state->prompt;
  state->switches = NULL;
  state->depth = 0;
  lb_going going = state->host.pause(state->host.context, pause);
  state->stand.thread = NULL;
  state->running = before.running;
  state->switches = before.switches;
  state->depth = before.depth;
  state->spent = before.spent;
  state->unlooked = before.unlooked;
  state->deadline = before.deadline;
  state->stop = before.stop;
  state->refused = before.refused;
  state->captured = before.captured;
  state->is_unplaced = before.is_unplaced;
  state->syntax = before.syntax;
  debugger->is_looked_at = false;
  debugger->waited += lb_now() - began;
  begin_step(state, L, going, pause.reason == LB_AT_ERROR);
}

bool lb_stops_at_flag(const lb_debugger *debugger) {
  return debugger->stops_at_interruptions && !debugger->is_looked_at;
}

static bool is_interrupted(const lb_state *state) {
  return state->flag != NULL && lb_flag_get(state->flag);
}

// A line begins.
void lb_debug_line(lb_state *state, lua_State *L, lua_Debug *event) {
  lb_debugger *debugger = state->debugger;
  if (debugger->is_looked_at || state->stop != LB_OK) return;
  debugger->is_told = false;
  if (debugger->going == LB_GO_END) lb_stop(L, LB_INTERRUPTED);
  bool interrupted = debugger->stops_at_interruptions && is_interrupted(state);
  bool stops = interrupted || ends_step(debugger, state, L);
  if (!stops && find_break(debugger, event->currentline, NULL) == NULL) return;
  lua_getinfo(L, "S", event);
  if (*event->source != '@' || strcmp(event->source + 1, debugger->hidden) == 0) return;
  const breakpoint *found = find_break(debugger, event->currentline, event->source + 1);
  if (!stops && found == NULL) return;
  lb_pause reason = {interrupted ? LB_AT_INTERRUPT : LB_AT_STEP, 0, NULL, 0};
  // A step ends here in any case, whatever the condition of a break.
  if (found != NULL && !stops) reason = (lb_pause){LB_AT_BREAK, found->number, NULL, 0};
  stand_still(state, L, 0, reason);
  if (debugger->going == LB_GO_END) lb_stop(L, LB_INTERRUPTED);
}

// Whether a script catches what is raised in a thread. Of a stack that is deeper than this, which is one of an endless
// recursion, no more is looked at.
static bool is_caught(const lb_state *state, lua_State *L) {
  enum { DEEPEST = 4000 };
  const lb_switch *outer = state->switches;
  while (true) {
    lua_Debug frame;
    for (int level = 0; level < DEEPEST && lua_getstack(L, level, &frame); level++) {
      if (!lua_checkstack(L, 1) || !lua_getinfo(L, "f", &frame)) return false;
      bool catches = lb_catches(lua_tocfunction(L, -1));
      lua_pop(L, 1);
      if (catches) return true;
    }
    if (outer == NULL) return false;
    L = outer->from;
    outer = outer->outer;
  }
}

static void pause_at_error(lb_state *state, lua_State *L, int32_t level, const char *message, size_t length) {
  lb_debugger *debugger = state->debugger;
  if (!debugger->stops_at_errors || debugger->is_looked_at || debugger->is_told) return;
  if (state->stop != LB_OK || state->syntax || is_caught(state, L)) return;
  debugger->is_told = true;
  stand_still(state, L, level, (lb_pause){LB_AT_ERROR, 0, message, length});
  if (debugger->going == LB_GO_END) state->stop = LB_INTERRUPTED;
}

// An error was raised, and its message handler runs: it is level 0.
void lb_debug_error(lua_State *L, const char *message, size_t length) {
  pause_at_error(lb_of(L), L, 1, message, length);
}

// A coroutine that coroutine.wrap made has failed; its calls are still there, its message is the second value of L.
void lb_debug_coroutine(lua_State *L, lua_State *coroutine) {
  lb_state *state = lb_of(L);
  lb_switch here = {L, state->switches};
  size_t length = 0;
  const char *message = lua_type(L, 2) == LUA_TSTRING ? lua_tolstring(L, 2, &length) : "";
  state->switches = &here;
  pause_at_error(state, coroutine, 0, message, length);
  state->switches = here.outer;
}

// MARK: States

static int make_prompt(lua_State *L) {
  lb_of(L)->prompt = lua_newthread(L);
  luaL_ref(L, LUA_REGISTRYINDEX);
  return 0;
}

lb_status lb_debug(lb_state *state, lb_debugger *debugger) {
  if (state->prompt == NULL) {
    lb_status status = lb_protect(state, make_prompt, NULL);
    if (status != LB_OK) return status;
  }
  state->debugger = debugger;
  lb_set_events(state);
  lb_arm(state, state->prompt);
  return LB_OK;
}
