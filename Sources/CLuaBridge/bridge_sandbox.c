// What a script sees: the libraries of its profile, without what breaks memory safety or limits.
#include "bridge_internal.h"

#include <stdlib.h>
#include <string.h>

static void remove_fields(lua_State *L, int table, const char *const *names) {
  for (; *names != NULL; names++) {
    lua_pushnil(L);
    lua_setfield(L, table, *names);
  }
}

static int guarded_print(lua_State *L) {
  lb_state *state = lb_of(L);
  int count = lua_gettop(L);
  luaL_Buffer line;
  luaL_buffinit(L, &line);
  for (int index = 1; index <= count; index++) {
    if (index > 1) luaL_addchar(&line, '\t');
    luaL_tolstring(L, index, NULL);
    luaL_addvalue(&line);
  }
  luaL_addchar(&line, '\n');
  luaL_pushresult(&line);
  size_t length;
  const char *bytes = lua_tolstring(L, -1, &length);
  state->host.print(state->host.context, bytes, length);
  return 0;
}

// Finalizers run with hooks off, where no limit reaches them.
static int guarded_setmetatable(lua_State *L) {
  int type = lua_type(L, 2);
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_argexpected(L, type == LUA_TNIL || type == LUA_TTABLE, 2, "nil or table");
  if (type == LUA_TTABLE) {
    lua_pushliteral(L, "__gc");
    if (lua_rawget(L, 2) != LUA_TNIL) return luaL_error(L, "metatables must not have a __gc");
  }
  if (!lb_has_members(L, 1) && luaL_getmetafield(L, 1, "__metatable") != LUA_TNIL)
    return luaL_error(L, "cannot change a protected metatable");
  lua_settop(L, 2);
  lua_setmetatable(L, 1);
  return 1;
}

// A full collection in a loop would be a way around the limits.
static int guarded_collectgarbage(lua_State *L) {
  const char *option = luaL_optstring(L, 1, "collect");
  if (strcmp(option, "count") == 0) {
    lua_pushnumber(L, (lua_Number)lb_of(L)->used / 1024);
    return 1;
  }
  if (strcmp(option, "collect") != 0 && strcmp(option, "step") != 0)
    return luaL_argerror(L, 1, "only 'collect', 'step' and 'count' are allowed here");
  lb_charge(L, (int64_t)(lb_of(L)->used / 16));
  lua_gc(L, LUA_GCCOLLECT);
  lua_pushinteger(L, 0);
  return 1;
}

// Ends the script, not the process: the host has files to finish.
static int guarded_exit(lua_State *L) {
  lb_state *state = lb_of(L);
  if (lua_isboolean(L, 1)) state->exit_code = lua_toboolean(L, 1) ? 0 : 1;
  else state->exit_code = (int32_t)luaL_optinteger(L, 1, 0);
  lb_stop(L, LB_EXIT);
  return 0;
}

static const luaL_Reg base_functions[] = {
  {"print", guarded_print},
  {"setmetatable", guarded_setmetatable},
  {"collectgarbage", guarded_collectgarbage},
  {NULL, NULL},
};

static const luaL_Reg libraries[] = {
  {LUA_GNAME, luaopen_base},           {LUA_COLIBNAME, luaopen_coroutine},
  {LUA_TABLIBNAME, luaopen_table},     {LUA_STRLIBNAME, luaopen_string},
  {LUA_MATHLIBNAME, luaopen_math},     {LUA_UTF8LIBNAME, luaopen_utf8},
  {LUA_OSLIBNAME, luaopen_os},         {NULL, NULL},
};

static void open_libraries(lua_State *L, bool driver) {
  for (const luaL_Reg *library = libraries; library->name != NULL; library++) {
    luaL_requiref(L, library->name, library->func, 1);
    lua_pop(L, 1);
  }
  if (!driver) return;
  luaL_requiref(L, LUA_IOLIBNAME, luaopen_io, 1);
  lua_pop(L, 1);
}

static void trim_os(lua_State *L, int globals, bool driver) {
  static const char *const unsafe[] = {
    "execute", "exit", "getenv", "remove", "rename", "setlocale", "tmpname", NULL};
  static const char *const locale[] = {"setlocale", NULL};
  lua_getfield(L, globals, "os");
  remove_fields(L, lua_gettop(L), driver ? locale : unsafe);
  if (driver) {
    lua_pushcfunction(L, guarded_exit);
    lua_setfield(L, -2, "exit");
  }
  lua_pop(L, 1);
}

static int driver_traceback(lua_State *L) {
  const char *message = lua_tostring(L, 1);
  if (message == NULL && !lua_isnoneornil(L, 1)) {
    lua_settop(L, 1);
    return 1;
  }
  luaL_traceback(L, L, message, 1);
  return 1;
}

// The string library with its dangerous parts gone, and strings' metatable out of reach.
static void trim_strings(lua_State *L, int globals) {
  static const char *const unsafe[] = {"dump", NULL};
  lua_getfield(L, globals, "string");
  remove_fields(L, lua_gettop(L), unsafe);
  lb_open_patterns(L, lua_gettop(L));
  lua_pushliteral(L, "");
  lua_getmetatable(L, -1);
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_pop(L, 3);
}

// The same numbers in every run.
static void seed(lua_State *L, int globals, bool driver) {
  lua_getfield(L, globals, "math");
  lua_getfield(L, -1, "randomseed");
  lua_pushinteger(L, 0x4C756E61);
  lua_pushinteger(L, 0x44696666);
  lua_call(L, 2, 0);
  if (!driver) {
    lua_pushnil(L);
    lua_setfield(L, -2, "randomseed");
  }
  lua_pop(L, 1);
}

// Moves every global below the (now empty) global table: libraries as frozen views, so that what a
// chunk defines is what the global table itself holds.
static void sink_globals(lua_State *L, int globals) {
  lb_state *state = lb_of(L);
  lua_newtable(L);
  int base = lua_gettop(L);
  lua_pushnil(L);
  while (lua_next(L, globals) != 0) {
    lua_pushvalue(L, -2);
    if (lua_istable(L, -2) && !lua_rawequal(L, -2, globals)) {
      lua_newtable(L);
      lb_freeze_table(L, lua_gettop(L) - 2, lua_tostring(L, -2));
    } else {
      lua_pushvalue(L, -2);
    }
    lua_rawset(L, base);
    lua_pop(L, 1);
    lua_pushvalue(L, -1);
    lua_pushnil(L);
    lua_rawset(L, globals);
  }
  lua_pushvalue(L, base);
  lb_inherit(L, globals);
  state->base = luaL_ref(L, LUA_REGISTRYINDEX);
}

// A driver script has its globals to itself, but Lua's own functions stay what they are.
static void freeze_libraries(lua_State *L, int globals) {
  static const char *const names[] = {
    LUA_STRLIBNAME, LUA_TABLIBNAME, LUA_MATHLIBNAME, LUA_UTF8LIBNAME, LUA_COLIBNAME, NULL};
  for (const char *const *name = names; *name != NULL; name++) {
    lua_getfield(L, globals, *name);
    lua_newtable(L);
    lb_freeze_table(L, lua_gettop(L) - 1, *name);
    lua_setfield(L, globals, *name);
    lua_pop(L, 1);
  }
}

// Sets a new state up; runs under a protected call.
int lb_open_sandbox(lua_State *L) {
  static const char *const unsafe[] = {"dofile", "loadfile", "warn", NULL};
  lb_state *state = lb_of(L);
  bool driver = state->profile == LB_PROFILE_DRIVER;
  lua_settop(L, 0);
  lb_open_host(L);
  lb_open_records(L);
  lb_open_members(L);
  open_libraries(L, driver);
  lua_pushglobaltable(L);
  remove_fields(L, 1, unsafe);
  lb_set_functions(L, 1, base_functions);
  lb_open_error(L, 1);
  lb_open_protected(L, 1);
  trim_strings(L, 1);
  trim_os(L, 1, driver);
  seed(L, 1, driver);
  lb_open_guards(L, 1);
  lb_open_text_guards(L, 1);
  lb_open_frozen(L, 1);
  lb_open_loading(L, 1);
  lb_open_require(L, 1);
  if (driver) {
    lua_createtable(L, 0, 1);
    lua_pushcfunction(L, driver_traceback);
    lua_setfield(L, -2, "traceback");
    lua_setfield(L, 1, "debug");
    freeze_libraries(L, 1);
  } else {
    sink_globals(L, 1);
  }
  return 0;
}
