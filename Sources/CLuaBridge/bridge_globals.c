// The globals that chunks define: each file has an environment of its own, above what all share.
#include "bridge_internal.h"

// name, value: a global that every chunk sees and none defined.
int lb_op_base(lua_State *L) {
  lb_state *state = lb_of(L);
  if (state->profile == LB_PROFILE_DRIVER) lua_pushglobaltable(L);
  else lua_rawgeti(L, LUA_REGISTRYINDEX, state->base);
  lua_insert(L, 1);
  lua_rawset(L, 1);
  return 0;
}

// Lets the table at an index see what the one on top has, which is popped.
void lb_inherit(lua_State *L, int table) {
  lua_createtable(L, 0, 2);
  lua_insert(L, -2);
  lua_setfield(L, -2, "__index");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_setmetatable(L, table);
}

// directories, texts, advice, or nothing: where its `require` looks → a table for one file's globals, above those that
// all share. Its `_G` is itself, and what it loads or requires runs in it: no file reaches the globals of another.
int lb_op_environment(lua_State *L) {
  enum { PLACES = 1, ENVIRONMENT = 4, BASE };
  lua_settop(L, 3);
  lua_newtable(L);
  lua_createtable(L, 0, 3);
  lua_pushvalue(L, ENVIRONMENT);
  lua_setfield(L, BASE, "_G");
  lb_push_load(L, ENVIRONMENT);
  lua_setfield(L, BASE, "load");
  lb_push_require(L, ENVIRONMENT, PLACES);
  lua_setfield(L, BASE, "require");
  lua_pushglobaltable(L);
  lb_inherit(L, BASE);
  lb_inherit(L, ENVIRONMENT);
  lua_replace(L, 1);
  lua_settop(L, 1);
  return 1;
}

// Puts the shared globals at index 1 where no environment is given, and leaves nothing else on the stack.
static void take_environment(lua_State *L) {
  lua_settop(L, 1);
  if (!lua_isnil(L, 1)) return;
  lua_pushglobaltable(L);
  lua_replace(L, 1);
}

// Leaves at index 1 the table of what chunks have defined: the environment itself, or what it was before it was frozen.
int lb_op_globals(lua_State *L) {
  take_environment(L);
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

// Copies what the table at an index inherits, from the nearest table on.
static void copy_inherited(lua_State *L, int from, int to) {
  lua_pushvalue(L, from);
  while (luaL_getmetafield(L, -1, "__index") == LUA_TTABLE) copy_missing(L, lua_gettop(L), to);
  lua_settop(L, to);
}

// Empties the environment at 1 into a table behind it, so that every assignment reaches
// __newindex. That table takes up what the environment inherits: one step for each look-up.
int lb_op_freeze(lua_State *L) {
  lb_of(L)->is_frozen = true;
  take_environment(L);
  if (lb_is_frozen(L, 1)) return 0;
  lua_newtable(L);
  lua_newtable(L);
  copy_missing(L, 1, 2);
  copy_missing(L, 1, 3);
  copy_inherited(L, 1, 3);
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
