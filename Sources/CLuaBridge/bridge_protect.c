// The one door to what may raise.
#include "bridge_internal.h"

// An outermost call starts with fresh limits; a nested one lives on its caller's.
static void enter(lb_state *state) {
  if (state->depth++ != 0) return;
  state->spent = 0;
  state->deadline = 0;
  state->stop = LB_OK;
  state->refused = false;
  if (state->debugger != NULL) lb_debug_enter(state);
}

static void leave(lb_state *state) {
  if (--state->depth == 0 && state->debugger != NULL) lb_debug_leave(state);
}

// Calls `function` with `argument` as a light userdata under a protected call. Restores the stack.
lb_status lb_protect(lb_state *state, lua_CFunction function, void *argument) {
  lua_State *L = state->running;
  int top = lua_gettop(L);
  if (!lua_checkstack(L, LUA_MINSTACK)) {
    lb_error_clear(&state->error);
    lb_append(&state->error.message, "stack overflow", 14);
    return state->error.status = LB_STACK;
  }
  enter(state);
  bool captured = state->captured;
  state->captured = state->syntax = false;
  lua_pushcfunction(L, lb_message_handler);
  lua_pushcfunction(L, function);
  lua_pushlightuserdata(L, argument);
  int status = lua_pcall(L, 1, 0, top + 1);
  lb_status result = lb_settle(state, L, status);
  state->captured = captured;
  state->syntax = false;
  leave(state);
  lua_settop(L, top);
  return result;
}
