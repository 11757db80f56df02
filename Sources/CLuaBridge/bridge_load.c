// Loading text, `load` and `require` without binary chunks, and the globals that chunks define.
#define _POSIX_C_SOURCE 200809L
#include "bridge_internal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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

// text, name, environment or nil → function.
int lb_op_load(lua_State *L) {
  size_t length;
  const char *text = luaL_checklstring(L, 1, &length), *name = luaL_checkstring(L, 2);
  lua_settop(L, 3);
  text = skip_preamble(text, &length);
  const char *chunk = lua_pushfstring(L, "@%s", name);
  int status = luaL_loadbufferx(L, text, length, chunk, "t");
  if (status == LUA_ERRSYNTAX) capture_syntax(L, name);
  if (status != LUA_OK) return luaL_error(L, "%s", lua_tostring(L, -1));
  if (!lua_isnil(L, 3)) {
    lua_pushvalue(L, 3);
    if (lua_setupvalue(L, -2, 1) == NULL) lua_pop(L, 1);
  }
  return 1;
}

// `load` as ever, but of text only: binary chunks break memory safety. The upvalue is Lua's own.
static int guarded_load(lua_State *L) {
  int count = lua_gettop(L);
  if (count < 3) lua_settop(L, count = 3);
  lua_pushliteral(L, "t");
  lua_replace(L, 3);
  if (lua_type(L, 1) == LUA_TSTRING) lb_charge(L, (int64_t)(lua_rawlen(L, 1) / 8));
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, count, LUA_MULTRET);
  return lua_gettop(L);
}

static int text_loadfile(lua_State *L) {
  int has_environment = !lua_isnone(L, 3);
  if (luaL_loadfilex(L, luaL_checkstring(L, 1), "t") != LUA_OK) {
    luaL_pushfail(L);
    lua_insert(L, -2);
    return 2;
  }
  if (has_environment) {
    lua_pushvalue(L, 3);
    if (lua_setupvalue(L, -2, 1) == NULL) lua_pop(L, 1);
  }
  return 1;
}

static int text_dofile(lua_State *L) {
  lua_settop(L, 1);
  if (luaL_loadfilex(L, luaL_checkstring(L, 1), "t") != LUA_OK) return lua_error(L);
  lua_call(L, 0, LUA_MULTRET);
  return lua_gettop(L) - 1;
}

// Names like "money" or "lib.money", never a path out of the host's directories.
static bool is_module_name(const char *name) {
  if (*name == 0 || *name == '.') return false;
  for (const char *at = name; *at != 0; at++) {
    if (!isalnum((unsigned char)*at) && strchr("_-.", *at) == NULL) return false;
    if (*at == '.' && (at[1] == '.' || at[1] == 0)) return false;
  }
  return true;
}

// Pushes the first readable file of the search path, or nil and, above it, what was tried.
static void find_module(lua_State *L, const char *name) {
  lb_state *state = lb_of(L);
  if (state->profile == LB_PROFILE_DRIVER) {
    lua_getglobal(L, "package");
    if (lua_istable(L, -1)) lua_getfield(L, -1, "path");
    else lua_pushnil(L);
    lua_remove(L, -2);
  } else {
    lua_rawgeti(L, LUA_REGISTRYINDEX, state->path);
  }
  const char *path = lua_tostring(L, -1);
  const char *file_name = luaL_gsub(L, name, ".", "/");
  lua_pushliteral(L, "");
  int tried = lua_gettop(L);
  for (const char *at = path == NULL ? "" : path; *at != 0;) {
    size_t length = strcspn(at, ";");
    lua_pushlstring(L, at, length);
    at += length + (at[length] == ';');
    const char *file = luaL_gsub(L, lua_tostring(L, -1), "?", file_name);
    struct stat status;
    if (length > 0 && stat(file, &status) == 0 && S_ISREG(status.st_mode)) return;
    lua_pushvalue(L, tried);
    lua_pushfstring(L, "\n\tno file '%s'", file);
    lua_concat(L, 2);
    lua_replace(L, tried);
    lua_settop(L, tried);
  }
  lua_pushnil(L);
  lua_insert(L, -2);
}

static void note_file(lua_State *L, const char *file) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, lb_of(L)->files);
  lua_pushstring(L, file);
  lua_rawseti(L, -2, (lua_Integer)lua_rawlen(L, -2) + 1);
  lua_pop(L, 1);
}

// Stack: name (1), loaded modules (2). Pushes the loader and its second argument.
static void push_loader(lua_State *L, const char *name) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, lb_of(L)->preload);
  if (lua_getfield(L, -1, name) != LUA_TNIL) {
    lua_pushliteral(L, ":preload:");
    return;
  }
  find_module(L, name);
  if (lua_isnil(L, -2)) luaL_error(L, "module '%s' not found:%s", name, lua_tostring(L, -1));
  const char *file = lua_tostring(L, -1);
  note_file(L, file);
  if (luaL_loadfilex(L, file, "t") != LUA_OK)
    luaL_error(L, "error loading module '%s' from file '%s':\n\t%s", name, file,
      lua_tostring(L, -1));
  lua_pushvalue(L, -2);
}

static const char loading_key = 0;

static int guarded_require(lua_State *L) {
  const char *name = luaL_checkstring(L, 1);
  lua_settop(L, 1);
  lua_rawgeti(L, LUA_REGISTRYINDEX, lb_of(L)->modules);
  if (lua_getfield(L, 2, name) != LUA_TNIL) {
    if (lua_touserdata(L, -1) == &loading_key)
      return luaL_error(L, "loop or previous error loading module '%s'", name);
    return 1;
  }
  if (!is_module_name(name))
    return luaL_error(L, "'%s' is no module name: write letters, digits, '_', '-' and '.'", name);
  push_loader(L, name);
  lua_pushlightuserdata(L, (void *)&loading_key);
  lua_setfield(L, 2, name);
  lua_pushvalue(L, 1);
  lua_insert(L, -2);
  lua_call(L, 2, 1);
  if (lua_isnil(L, -1)) lua_pushboolean(L, 1);
  lua_pushvalue(L, -1);
  lua_setfield(L, 2, name);
  return 1;
}

// name, value: what `require` gives, as if it had been loaded.
int lb_op_module(lua_State *L) {
  lua_settop(L, 2);
  lua_rawgeti(L, LUA_REGISTRYINDEX, lb_of(L)->modules);
  lua_insert(L, 1);
  lua_rawset(L, 1);
  return 0;
}

int lb_op_path(lua_State *L) {
  lb_state *state = lb_of(L);
  luaL_checkstring(L, 1);
  if (state->profile == LB_PROFILE_DRIVER) {
    lua_getglobal(L, "package");
    lua_pushvalue(L, 1);
    lua_setfield(L, -2, "path");
  } else {
    lua_settop(L, 1);
    lua_rawseti(L, LUA_REGISTRYINDEX, state->path);
  }
  return 0;
}

int lb_op_files(lua_State *L) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, lb_of(L)->files);
  int count = (int)lua_rawlen(L, -1);
  luaL_checkstack(L, count, "too many modules");
  for (int index = 1; index <= count; index++) lua_rawgeti(L, 1, index);
  return count;
}

// name, value: a global that every chunk sees and none defined.
int lb_op_base(lua_State *L) {
  lb_state *state = lb_of(L);
  if (state->profile == LB_PROFILE_DRIVER) lua_pushglobaltable(L);
  else lua_rawgeti(L, LUA_REGISTRYINDEX, state->base);
  lua_insert(L, 1);
  lua_rawset(L, 1);
  return 0;
}

// A table for one chunk's globals, above those that all chunks share.
int lb_op_environment(lua_State *L) {
  lua_newtable(L);
  lua_createtable(L, 0, 2);
  lua_pushglobaltable(L);
  lua_setfield(L, -2, "__index");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_setmetatable(L, -2);
  return 1;
}

// Leaves at index 1 the table of what chunks have defined: the environment itself, or what it was
// before it was frozen.
int lb_op_globals(lua_State *L) {
  lua_settop(L, 1);
  if (lua_isnil(L, 1)) {
    lua_pushglobaltable(L);
    lua_replace(L, 1);
  }
  luaL_checktype(L, 1, LUA_TTABLE);
  if (lb_is_frozen(L, 1)) {
    lua_getmetatable(L, 1);
    lua_getfield(L, -1, "defined");
    lua_replace(L, 1);
    lua_settop(L, 1);
  }
  return 1;
}

static void copy_missing(lua_State *L, int from, int to) {
  lua_pushnil(L);
  while (lua_next(L, from) != 0) {
    lua_pushvalue(L, -2);
    bool missing = lua_rawget(L, to) == LUA_TNIL;
    lua_pop(L, 1);
    if (missing) {
      lua_pushvalue(L, -2);
      lua_insert(L, -2);
      lua_rawset(L, to);
    } else {
      lua_pop(L, 1);
    }
  }
}

// Empties the environment at 1 into a table behind it, so that every assignment reaches
// __newindex. That table takes up what the environment inherits: one step for each look-up.
int lb_op_freeze(lua_State *L) {
  lb_state *state = lb_of(L);
  lua_settop(L, 1);
  if (lua_isnil(L, 1)) {
    lua_pushglobaltable(L);
    lua_replace(L, 1);
  }
  if (lb_is_frozen(L, 1)) return 0;
  lua_newtable(L);
  lua_newtable(L);
  copy_missing(L, 1, 2);
  copy_missing(L, 1, 3);
  lua_pushglobaltable(L);
  if (lb_is_frozen(L, 4)) luaL_getmetafield(L, 4, "__index");
  copy_missing(L, lua_gettop(L), 3);
  if (state->profile != LB_PROFILE_DRIVER) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, state->base);
    copy_missing(L, lua_gettop(L), 3);
  }
  lua_settop(L, 3);
  lua_pushnil(L);
  while (lua_next(L, 2) != 0) {
    lua_pop(L, 1);
    lua_pushvalue(L, -1);
    lua_pushnil(L);
    lua_rawset(L, 1);
  }
  lua_pushvalue(L, 1);
  lb_freeze_table(L, 3, "");
  lua_getmetatable(L, 1);
  lua_pushvalue(L, 2);
  lua_setfield(L, -2, "defined");
  return 0;
}

static const luaL_Reg file_functions[] = {
  {"loadfile", text_loadfile}, {"dofile", text_dofile}, {NULL, NULL}};

static void open_package(lua_State *L, int globals, int modules) {
  lb_state *state = lb_of(L);
  lb_set_functions(L, globals, file_functions);
  lua_createtable(L, 0, 4);
  lua_pushvalue(L, modules);
  lua_setfield(L, -2, "loaded");
  lua_rawgeti(L, LUA_REGISTRYINDEX, state->preload);
  lua_setfield(L, -2, "preload");
  lua_pushliteral(L, "./?.lua;./?/init.lua");
  lua_setfield(L, -2, "path");
  lua_pushvalue(L, -1);
  lua_setfield(L, modules, "package");
  lua_setfield(L, globals, "package");
}

void lb_open_loading(lua_State *L, int globals) {
  lb_state *state = lb_of(L);
  lua_getfield(L, globals, "load");
  lua_pushcclosure(L, guarded_load, 1);
  lua_setfield(L, globals, "load");
  lua_pushcfunction(L, guarded_require);
  lua_setfield(L, globals, "require");
  lua_newtable(L);
  lua_pushvalue(L, -1);
  state->modules = luaL_ref(L, LUA_REGISTRYINDEX);
  lua_newtable(L);
  state->preload = luaL_ref(L, LUA_REGISTRYINDEX);
  lua_newtable(L);
  state->files = luaL_ref(L, LUA_REGISTRYINDEX);
  lua_pushliteral(L, "");
  state->path = luaL_ref(L, LUA_REGISTRYINDEX);
  if (state->profile == LB_PROFILE_DRIVER) open_package(L, globals, lua_gettop(L));
  lua_pop(L, 1);
}
