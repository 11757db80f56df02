// Loading text, never binary chunks.
#include "bridge_internal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// A chunk's name in messages is what stands before ":line:"; Lua shortens long ones to this size.
static size_t shown_length(const char *name) {
  size_t length = strlen(name);
  return length < LUA_IDSIZE ? length : LUA_IDSIZE - 1;
}

// Takes the position off a syntax error. No frame of the chunk exists, so the name is what counts.
static void capture_syntax(lua_State *L, const char *name) {
  lb_state *state = lb_of(L);
  lb_error *error = &state->error;
  size_t length, prefix = shown_length(name);
  const char *message = lua_tolstring(L, -1, &length);
  lb_error_clear(error);
  lb_append(&error->raw, message, length);
  lb_append(&error->chunk, name, strlen(name));
  size_t at = prefix;
  if (at < length && message[at] == ':' && isdigit((unsigned char)message[at + 1])) {
    error->line = (int32_t)strtol(message + at + 1, NULL, 10);
    do at++;
    while (at < length && message[at] != ':');
    at += at + 2 <= length ? 2 : 0;
  } else {
    at = 0;
  }
  lb_append(&error->message, message + at, length - at);
  state->captured = state->syntax = true;
}

// A byte order mark and a first line that begins with '#' are no Lua; the line feed stays, so that
// lines keep their numbers.
static const char *skip_preamble(const char *text, size_t *length) {
  const char *at = text, *end = text + *length;
  if (*length >= 3 && memcmp(at, "\xEF\xBB\xBF", 3) == 0) at += 3;
  if (at < end && *at == '#')
    while (at < end && *at != '\n') at++;
  *length = (size_t)(end - at);
  return at;
}

// Pushes the function that a file's text is, or what is wrong with it.
int lb_load_text(lua_State *L, const char *text, size_t length, const char *name) {
  text = skip_preamble(text, &length);
  const char *chunk = lua_pushfstring(L, "@%s", name);
  int status = luaL_loadbufferx(L, text, length, chunk, "t");
  lua_remove(L, -2);
  return status;
}

// text, name, environment or nil → function.
int lb_op_load(lua_State *L) {
  size_t length;
  const char *text = luaL_checklstring(L, 1, &length), *name = luaL_checkstring(L, 2);
  lua_settop(L, 3);
  int status = lb_load_text(L, text, length, name);
  if (status == LUA_ERRSYNTAX) capture_syntax(L, name);
  if (status != LUA_OK) return luaL_error(L, "%s", lua_tostring(L, -1));
  lb_cover_chunk(L);
  lb_keep_chunk(L);
  if (!lua_isnil(L, 3)) {
    lua_pushvalue(L, 3);
    if (lua_setupvalue(L, -2, 1) == NULL) lua_pop(L, 1);
  }
  return 1;
}

enum { OWN_LOAD = 1, LOAD_ENVIRONMENT };

static const char own_load_key = 0;

// `load` as ever, but of text only: binary chunks break memory safety. What names no environment gets
// that of the file whose `load` this is.
static int guarded_load(lua_State *L) {
  lb_note_chunk(L);
  if (lua_gettop(L) < 3) lua_settop(L, 3);
  if (lua_gettop(L) == 3 && !lua_isnil(L, lua_upvalueindex(LOAD_ENVIRONMENT)))
    lua_pushvalue(L, lua_upvalueindex(LOAD_ENVIRONMENT));
  lua_pushliteral(L, "t");
  lua_replace(L, 3);
  if (lua_type(L, 1) == LUA_TSTRING) lb_charge(L, (int64_t)(lua_rawlen(L, 1) / 8));
  return lb_forward(L);
}

// Pushes `load` for chunks of the environment at an index, or of none where there is nil.
void lb_push_load(lua_State *L, int environment) {
  lua_pushvalue(L, environment);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &own_load_key);
  lua_insert(L, -2);
  lua_pushcclosure(L, guarded_load, LOAD_ENVIRONMENT);
}

static int text_loadfile(lua_State *L) {
  int has_environment = !lua_isnone(L, 3);
  if (luaL_loadfilex(L, luaL_checkstring(L, 1), "t") != LUA_OK) {
    luaL_pushfail(L);
    lua_insert(L, -2);
    return 2;
  }
  lb_note_chunk(L);
  if (has_environment) {
    lua_pushvalue(L, 3);
    if (lua_setupvalue(L, -2, 1) == NULL) lua_pop(L, 1);
  }
  return 1;
}

static int text_dofile(lua_State *L) {
  lua_settop(L, 1);
  if (luaL_loadfilex(L, luaL_checkstring(L, 1), "t") != LUA_OK) return lua_error(L);
  lb_keep_chunk(L);
  lua_call(L, 0, LUA_MULTRET);
  return lua_gettop(L) - 1;
}

static const luaL_Reg file_functions[] = {
  {"loadfile", text_loadfile}, {"dofile", text_dofile}, {NULL, NULL}};

void lb_open_loading(lua_State *L, int globals) {
  lua_getfield(L, globals, "load");
  lua_rawsetp(L, LUA_REGISTRYINDEX, &own_load_key);
  lua_pushnil(L);
  lb_push_load(L, lua_gettop(L));
  lua_setfield(L, globals, "load");
  lua_pop(L, 1);
  if (lb_of(L)->profile == LB_PROFILE_DRIVER) lb_set_functions(L, globals, file_functions);
}
