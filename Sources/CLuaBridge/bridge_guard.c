// Library functions that can run long in C without an instruction being counted: their work is
// accounted for first, then Lua's own function (the upvalue) runs.
#include "bridge_internal.h"

#include <string.h>

static int forward(lua_State *L) {
  int count = lua_gettop(L);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, count, LUA_MULTRET);
  return lua_gettop(L);
}

static int64_t span(lua_Integer first, lua_Integer last) {
  if (last < first) return 0;
  lua_Unsigned width = (lua_Unsigned)last - (lua_Unsigned)first;
  return width >= INT64_MAX ? INT64_MAX : (int64_t)width + 1;
}

// string.rep: copying is cheap by the byte, but repeating the empty string is a loop of its own.
// What memory refuses anyway is left to memory's words.
static int guarded_rep(lua_State *L) {
  size_t length, separator = 0;
  luaL_checklstring(L, 1, &length);
  lua_Integer times = luaL_checkinteger(L, 2);
  if (!lua_isnoneornil(L, 3)) luaL_checklstring(L, 3, &separator);
  if (length + separator == 0) {
    lua_pushliteral(L, "");
    return 1;
  }
  size_t memory = lb_of(L)->limits.memory;
  bool hopeless = memory != 0 && times > 0 && (lua_Unsigned)times > memory;
  if (times > 1 && length + separator < 64 && !hopeless) lb_charge(L, times / 8);
  return forward(L);
}

static int guarded_move(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_checkinteger(L, 4);
  lb_charge(L, span(luaL_checkinteger(L, 2), luaL_checkinteger(L, 3)));
  return forward(L);
}

static int guarded_concat(lua_State *L) {
  if (lua_type(L, 1) != LUA_TUSERDATA) luaL_checktype(L, 1, LUA_TTABLE);
  lua_Integer first = luaL_optinteger(L, 3, 1);
  lua_Integer last = lua_isnoneornil(L, 4) ? luaL_len(L, 1) : luaL_checkinteger(L, 4);
  lb_charge(L, span(first, last) / 4);
  return forward(L);
}

// table.insert and table.remove as in Lua's ltablib.c; moving costs what is behind the position.
static int guarded_insert(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_Integer end = (lua_Integer)((lua_Unsigned)luaL_len(L, 1) + 1), position = end;
  int count = lua_gettop(L);
  if (count == 3) {
    position = luaL_checkinteger(L, 2);
    luaL_argcheck(L, (lua_Unsigned)position - 1u < (lua_Unsigned)end, 2,
      "position out of bounds");
    lb_charge(L, span(position, end));
    for (lua_Integer at = end; at > position; at--) {
      lua_geti(L, 1, at - 1);
      lua_seti(L, 1, at);
    }
  } else if (count != 2) {
    return luaL_error(L, "wrong number of arguments to 'insert'");
  }
  lua_seti(L, 1, position);
  return 0;
}

static int guarded_remove(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_Integer length = luaL_len(L, 1);
  lua_Integer position = luaL_optinteger(L, 2, length);
  if (position != length)
    luaL_argcheck(L, (lua_Unsigned)position - 1u <= (lua_Unsigned)length, 2,
      "position out of bounds");
  lb_charge(L, span(position, length));
  lua_geti(L, 1, position);
  for (; position < length; position++) {
    lua_geti(L, 1, position + 1);
    lua_seti(L, 1, position);
  }
  lua_pushnil(L);
  lua_seti(L, 1, position);
  return 1;
}

static int guarded_sort(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  if (!lua_isnoneornil(L, 2)) luaL_checktype(L, 2, LUA_TFUNCTION);
  int64_t length = luaL_len(L, 1), levels = 1;
  for (int64_t left = length; left > 1; left /= 2) levels++;
  lb_charge(L, length > INT32_MAX ? INT64_MAX : length * levels);
  return forward(L);
}

static void guard(lua_State *L, int library, const char *name, lua_CFunction function) {
  lua_getfield(L, library, name);
  lua_pushcclosure(L, function, 1);
  lua_setfield(L, library, name);
}

void lb_open_guards(lua_State *L, int globals) {
  lua_getfield(L, globals, "table");
  int tables = lua_gettop(L);
  guard(L, tables, "move", guarded_move);
  guard(L, tables, "concat", guarded_concat);
  lua_pushcfunction(L, guarded_insert);
  lua_setfield(L, tables, "insert");
  lua_pushcfunction(L, guarded_remove);
  lua_setfield(L, tables, "remove");
  guard(L, tables, "sort", guarded_sort);
  lua_getfield(L, globals, "string");
  guard(L, lua_gettop(L), "rep", guarded_rep);
  lua_pop(L, 2);
}
