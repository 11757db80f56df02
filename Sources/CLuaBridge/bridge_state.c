// A state from its making to its end.
#include "bridge_internal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

lb_state *lb_create(int32_t profile, lb_limits limits, lb_host host, const lb_flag *flag) {
  lb_state *state = calloc(1, sizeof *state);
  if (state == NULL) return NULL;
  state->profile = profile;
  state->host = host;
  lua_State *L = lua_newstate(lb_allocate, state);
  if (L == NULL) {
    lb_free_slabs(state);
    free(state);
    return NULL;
  }
  *(lb_state **)lua_getextraspace(L) = state;
  state->main = state->running = L;
  state->limits.memory = limits.memory;
  if (lb_protect(state, lb_open_sandbox, NULL) != LB_OK) {
    lb_close(state);
    return NULL;
  }
  state->limits = limits;
  state->flag = flag;
  lb_arm(state, L);
  return state;
}

// Releases every host object through its __gc before the memory goes.
void lb_close(lb_state *state) {
  state->running = NULL;
  state->limits = (lb_limits){0};
  lua_close(state->main);
  lb_free_slabs(state);
  lb_free_sources(state);
  lb_error_free(&state->error);
  lb_buffer_free(&state->reply);
  lb_buffer_free(&state->code);
  free(state);
}

int32_t lb_flush_output(void) {
  errno = 0;
  if (fflush(stdout) != 0) return errno == 0 ? -1 : errno;
  return ferror(stdout) ? -1 : 0;
}

lb_buffer *lb_reply(lb_state *state) { return &state->reply; }
