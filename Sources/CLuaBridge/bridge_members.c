// The mark of tables that are objects: a metatable that all of them share. Without it, an empty table
// would not say whether it is {} or [].
#include "bridge_internal.h"

static const char members_key = 0;

void lb_open_members(lua_State *L) {
  lua_createtable(L, 0, 1);
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_rawsetp(L, LUA_REGISTRYINDEX, &members_key);
}

void lb_mark_members(lua_State *L, int index) {
  index = lua_absindex(L, index);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &members_key);
  lua_setmetatable(L, index);
}

bool lb_has_members(lua_State *L, int index) {
  if (!lua_istable(L, index) || !lua_getmetatable(L, index)) return false;
  lua_rawgetp(L, LUA_REGISTRYINDEX, &members_key);
  bool same = lua_rawequal(L, -1, -2);
  lua_pop(L, 2);
  return same;
}

int lb_op_mark(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  if (!lb_has_members(L, 1) && luaL_getmetafield(L, 1, "__metatable") != LUA_TNIL)
    return luaL_error(L, "cannot change a protected metatable");
  lua_settop(L, 1);
  lb_mark_members(L, 1);
  return 1;
}
