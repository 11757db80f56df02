// What a state tells of itself while it runs: which lines ran, what functions took, and where it stands.
// No hook is set unless the state is observed.
#include "../bridge_internal.h"

void lb_observe(lb_state *state, lb_coverage *coverage, lb_timing *timing) {
  state->coverage = coverage;
  state->timing = timing;
  state->events = 0;
  if (coverage != NULL) state->events |= LUA_MASKCALL | LUA_MASKLINE;
  if (timing != NULL) state->events |= LUA_MASKCALL | LUA_MASKRET;
  lb_arm(state, state->main);
}

void lb_note_event(lb_state *state, lua_State *L, lua_Debug *event) {
  if (state->coverage != NULL) lb_cover(state->coverage, L, event);
  if (state->timing != NULL) lb_time(state, L, event);
}
