// What went wrong, captured where it went wrong, into memory that is not Lua's.
#include "bridge_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void lb_error_clear(lb_error *error) {
  error->line = 0;
  error->value = 0;
  error->raw.count = error->message.count = error->chunk.count = 0;
  error->function.count = error->traceback.count = 0;
}

void lb_error_free(lb_error *error) {
  lb_buffer_free(&error->raw);
  lb_buffer_free(&error->message);
  lb_buffer_free(&error->chunk);
  lb_buffer_free(&error->function);
  lb_buffer_free(&error->traceback);
}

// Keeps the beginning of a message: a script can make one that is longer than anybody reads.
static void take_message(lb_buffer *buffer, const char *message, size_t length) {
  enum { LONGEST = 16 << 10 };
  size_t kept = length < LONGEST ? length : LONGEST;
  while (kept < length && kept > 0 && (message[kept] & 0xC0) == 0x80) kept--;
  lb_append(buffer, message, kept);
  if (kept == length) return;
  char rest[64];
  int count = snprintf(rest, sizeof rest, "… (%zu bytes in all)", length);
  lb_append(buffer, rest, (size_t)count);
}

const lb_error *lb_last_error(const lb_state *state) { return &state->error; }

// Text for an error value that is no string: `__tostring`, else a string field `message`. Runs
// script code, and so under a protected call of its own.
static int error_text(lua_State *L) {
  if (lua_type(L, 1) == LUA_TNUMBER) return lua_tostring(L, 1) != NULL;
  if (luaL_getmetafield(L, 1, "__tostring") != LUA_TNIL) {
    luaL_tolstring(L, 1, NULL);
    lua_tostring(L, -1);
    return 1;
  }
  if (lua_type(L, 1) == LUA_TTABLE) {
    lua_pushliteral(L, "message");
    if (lua_rawget(L, 1) == LUA_TSTRING) return 1;
  }
  lua_pushfstring(L, "(error object is a %s value)", luaL_typename(L, 1));
  return 1;
}

static void take_source(lb_error *error, const char *source) {
  error->chunk.count = 0;
  if (*source == '@' || *source == '=') source++;
  lb_append(&error->chunk, source, strcspn(source, "\r\n"));
}

static void take_frame(lua_State *L, lb_error *error, lua_Debug *frame) {
  take_source(error, frame->source);
  error->line = frame->currentline;
  error->function.count = 0;
  lua_getinfo(L, "n", frame);
  if (frame->name != NULL) lb_append(&error->function, frame->name, strlen(frame->name));
}

// Finds the frame whose position the message begins with (error's level may be any), else the
// innermost Lua frame. Returns the position's length.
static size_t find_position(lua_State *L, lb_error *error, const char *message, size_t length) {
  lua_Debug frame;
  for (int level = 0; lua_getstack(L, level, &frame); level++) {
    lua_getinfo(L, "Sl", &frame);
    if (frame.currentline <= 0) continue;
    char position[LUA_IDSIZE + 24];
    size_t count = (size_t)snprintf(position, sizeof position, "%s:%d: ", frame.short_src, frame.currentline);
    bool matches = count <= length && memcmp(position, message, count) == 0;
    if (matches || error->line == 0) take_frame(L, error, &frame);
    if (matches) return count;
  }
  return 0;
}

// Lua's own `error`. It is told from others by its address, so that a message at level 0 stays without a position.
static int raise_error(lua_State *L) {
  lua_Integer level = luaL_optinteger(L, 2, 1);
  lua_settop(L, 1);
  lb_of(L)->is_unplaced = level == 0;
  if (level > 0 && lua_type(L, 1) == LUA_TSTRING) {
    luaL_where(L, (int)level);
    lua_insert(L, 1);
    lua_concat(L, 2);
  }
  return lua_error(L);
}

void lb_open_error(lua_State *L, int globals) {
  lua_pushcfunction(L, raise_error);
  lua_setfield(L, globals, "error");
}

// Whether the message is a script's that wants no position.
static bool is_unplaced(lua_State *L) {
  lua_Debug frame;
  // Level 0 is the handler itself.
  if (!lb_of(L)->is_unplaced || !lua_getstack(L, 1, &frame)) return false;
  lua_getinfo(L, "f", &frame);
  bool is_raised = lua_tocfunction(L, -1) == raise_error;
  lua_pop(L, 1);
  return is_raised;
}

// Keeps the value at 1, so that a call of the host's that fails because of it can raise it again.
static int64_t keep_raised(lua_State *L) {
  static atomic_llong last;
  lb_state *state = lb_of(L);
  lua_rawgeti(L, LUA_REGISTRYINDEX, state->raised);
  bool is_known = state->raised_number != 0 && lua_rawequal(L, -1, 1);
  lua_pop(L, 1);
  if (is_known) return state->raised_number;
  lua_pushvalue(L, 1);
  if (state->raised_number == 0) state->raised = luaL_ref(L, LUA_REGISTRYINDEX);
  else lua_rawseti(L, LUA_REGISTRYINDEX, state->raised);
  return state->raised_number = atomic_fetch_add(&last, 1) + 1;
}

// The message handler of every call from the host.
int lb_message_handler(lua_State *L) {
  lb_state *state = lb_of(L);
  lb_error *error = &state->error;
  size_t length = 0;
  int64_t value = 0;
  if (lua_type(L, 1) != LUA_TSTRING && state->stop == LB_OK) {
    luaL_checkstack(L, 4, NULL);
    if (!lua_isnil(L, 1)) value = keep_raised(L);
    lua_pushcfunction(L, error_text);
    lua_pushvalue(L, 1);
    if (lua_pcall(L, 1, 1, 0) != LUA_OK)
      lua_pushfstring(L, "(error object is a %s value)", luaL_typename(L, 1));
    lua_replace(L, 1);
  }
  if (state->syntax) return 1;
  const char *message = lua_type(L, 1) == LUA_TSTRING ? lua_tolstring(L, 1, &length) : "";
  if (state->debugger != NULL) lb_debug_error(L, message, length);
  lb_error_clear(error);
  error->value = value;
  take_message(&error->raw, message, length);
  size_t skipped = is_unplaced(L) ? 0 : find_position(L, error, message, length);
  take_message(&error->message, message + skipped, length - skipped);
  state->captured = true;
  luaL_traceback(L, L, NULL, 1);
  message = lua_tolstring(L, -1, &length);
  lb_append(&error->traceback, message, length);
  lua_settop(L, 1);
  return 1;
}

// What an allocation refused: no message handler has run.
static void settle_refusal(lb_state *state, lb_error *error) {
  lb_error_clear(error);
  lb_append(&error->message, "not enough memory", 17);
  lb_append(&error->raw, "not enough memory", 17);
  if (state->refused && state->refused_line > 0) {
    lb_append(&error->chunk, state->refused_chunk, strlen(state->refused_chunk));
    error->line = state->refused_line;
  }
}

// Turns the status of a protected call, its message on top of the stack, into the bridge's.
lb_status lb_settle(lb_state *state, lua_State *L, int status) {
  lb_error *error = &state->error;
  if (status == LUA_OK && state->stop == LB_OK) return LB_OK;
  bool stopped = lb_is_stop(L, status);
  if (status == LUA_ERRMEM || (stopped && state->stop == LB_MEMORY)) {
    settle_refusal(state, error);
    return error->status = state->stop == LB_OK ? LB_MEMORY : state->stop;
  }
  if (!state->captured) {
    size_t length = 0;
    lb_error_clear(error);
    const char *text = lua_type(L, -1) == LUA_TSTRING ? lua_tolstring(L, -1, &length) : "";
    take_message(&error->raw, text, length);
    take_message(&error->message, text, length);
  }
  error->exit_code = state->exit_code;
  if (stopped) error->status = state->stop;
  else if (status == LUA_ERRERR) error->status = LB_HANDLER;
  else error->status = state->syntax ? LB_SYNTAX : LB_RUNTIME;
  return error->status;
}
