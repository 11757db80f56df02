// What a state tells of itself while it runs: which lines ran, what functions took, and where it stands.
// No hook is set unless the state is observed.
#include "../bridge_internal.h"

// Sets which events the hook is told of.
void lb_set_events(lb_state *state) {
  state->events = 0;
  if (state->coverage != NULL) state->events |= LUA_MASKCALL | LUA_MASKLINE;
  if (state->timing != NULL) state->events |= LUA_MASKCALL | LUA_MASKRET;
  if (state->debugger != NULL) state->events |= LUA_MASKLINE;
  lb_arm(state, state->main);
}

void lb_observe(lb_state *state, lb_coverage *coverage, lb_timing *timing) {
  state->coverage = coverage;
  state->timing = timing;
  lb_set_events(state);
}

void lb_note_event(lb_state *state, lua_State *L, lua_Debug *event) {
  if (state->coverage != NULL) lb_cover(state->coverage, L, event);
  if (state->timing != NULL) lb_time(state, L, event);
  // Comes last: it may end the call.
  if (state->debugger != NULL && event->event == LUA_HOOKLINE) lb_debug_line(state, L, event);
}
