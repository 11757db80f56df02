// Library functions that can run long in C without an instruction being counted: their work is
// accounted for first, then Lua's own function (the upvalue) runs.
#include "bridge_internal.h"

#include <string.h>

int lb_forward(lua_State *L) {
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

// string.rep, by copies that become longer: Lua's own copies the text once for each time, which is slow for short texts.
// What memory refuses anyway is refused in memory's words: Lua has others for what is longer than an int.
static int guarded_rep(lua_State *L) {
  size_t length, separator;
  const char *text = luaL_checklstring(L, 1, &length);
  lua_Integer times = luaL_checkinteger(L, 2);
  const char *between = luaL_optlstring(L, 3, "", &separator);
  size_t unit = length + separator, memory = lb_of(L)->limits.memory;
  if (times <= 0 || unit == 0) {
    lua_pushliteral(L, "");
    return 1;
  }
  bool hopeless = memory != 0 && times > 1 && (lua_Unsigned)times - 1 > memory / unit;
  if (hopeless && !lb_hold(lb_of(L), memory)) return luaL_error(L, "not enough memory");
  if ((lua_Unsigned)times > INT64_MAX / unit) return luaL_error(L, "resulting string too large");
  size_t total = unit * (size_t)times;
  luaL_Buffer buffer;
  char *bytes = luaL_buffinitsize(L, &buffer, total);
  memcpy(bytes, text, length);
  memcpy(bytes + length, between, separator);
  for (size_t done = unit; done < total; done *= 2)
    memcpy(bytes + done, bytes, done < total - done ? done : total - done);
  luaL_pushresultsize(&buffer, total - separator);
  return 1;
}

static int guarded_move(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_checkinteger(L, 4);
  lb_charge(L, span(luaL_checkinteger(L, 2), luaL_checkinteger(L, 3)));
  return lb_forward(L);
}

static int guarded_concat(lua_State *L) {
  if (lua_type(L, 1) != LUA_TUSERDATA) luaL_checktype(L, 1, LUA_TTABLE);
  lua_Integer first = luaL_optinteger(L, 3, 1);
  lua_Integer last = lua_isnoneornil(L, 4) ? luaL_len(L, 1) : luaL_checkinteger(L, 4);
  lb_charge(L, span(first, last) / 4);
  lua_settop(L, 3);
  lua_pushinteger(L, last);  // or a `__len` could say something else the next time
  return lb_forward(L);
}

// Moves the elements `first...last` of the table at 1 by one place, with Lua's own table.move (the
// upvalue). Their number is known here, so that no `__len` can change it after it was paid for.
static void shift(lua_State *L, lua_Integer first, lua_Integer last, lua_Integer step) {
  if (last < first) return;
  lb_charge(L, span(first, last));
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_pushvalue(L, 1);
  lua_pushinteger(L, first);
  lua_pushinteger(L, last);
  lua_pushinteger(L, first + step);
  lua_call(L, 4, 0);
}

// Positions go up to the one behind the last element.
static bool is_position(lua_Integer position, lua_Integer length) {
  return position >= 1 && position - 1 <= length;
}

static int guarded_insert(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  int count = lua_gettop(L);
  if (count != 2 && count != 3) return luaL_error(L, "wrong number of arguments to 'insert'");
  lua_Integer length = luaL_len(L, 1);
  if (length == LUA_MAXINTEGER) return luaL_error(L, "no place behind the last element");
  lua_Integer position = count == 3 ? luaL_checkinteger(L, 2) : length + 1;
  if (count == 3 && !is_position(position, length)) return luaL_argerror(L, 2, "position out of bounds");
  shift(L, position, length, 1);
  lua_seti(L, 1, position);
  return 0;
}

// The place of the last element is one even where a table holds none.
static int guarded_remove(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_Integer length = luaL_len(L, 1);
  lua_Integer position = luaL_optinteger(L, 2, length);
  if (position != length && !is_position(position, length))
    return luaL_argerror(L, 2, "position out of bounds");
  lua_geti(L, 1, position);
  if (position < length) shift(L, position + 1, length, -1);
  lua_pushnil(L);
  lua_seti(L, 1, position < length ? length : position);
  return 1;
}

static int pinned_length(lua_State *L) {
  lua_pushvalue(L, lua_upvalueindex(1));
  return 1;
}

// Lua's own sort asks for the length again, and a `__len` could then say anything: such a table is
// sorted through another one, whose length is the one that was paid for.
static void pin_length(lua_State *L, lua_Integer length) {
  lua_settop(L, 2);
  if (luaL_getmetafield(L, 1, "__len") == LUA_TNIL) return;
  lua_newtable(L);
  lua_createtable(L, 0, 3);
  lua_pushvalue(L, 1);
  lua_setfield(L, -2, "__index");
  lua_pushvalue(L, 1);
  lua_setfield(L, -2, "__newindex");
  lua_pushinteger(L, length);
  lua_pushcclosure(L, pinned_length, 1);
  lua_setfield(L, -2, "__len");
  lua_setmetatable(L, -2);
  lua_replace(L, 1);
  lua_settop(L, 2);
}

// Without a comparator no instruction is executed while a table is sorted.
static int counted_less(lua_State *L) {
  lb_charge(L, 1);
  lua_pushboolean(L, lua_compare(L, 1, 2, LUA_OPLT));
  return 1;
}

static int guarded_sort(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  if (!lua_isnoneornil(L, 2)) luaL_checktype(L, 2, LUA_TFUNCTION);
  int64_t length = luaL_len(L, 1), levels = 1;
  for (int64_t left = length; left > 1; left /= 2) levels++;
  lb_charge(L, length > INT32_MAX ? INT64_MAX : length * levels);
  pin_length(L, length);
  if (length > LB_HOOK_COUNT && lua_isnil(L, 2)) {
    lua_pushcfunction(L, counted_less);
    lua_replace(L, 2);
  }
  return lb_forward(L);
}

// Puts `function` in the place of a library's function, which becomes its upvalue.
void lb_guard(lua_State *L, int library, const char *name, lua_CFunction function) {
  lua_getfield(L, library, name);
  lua_pushcclosure(L, function, 1);
  lua_setfield(L, library, name);
}

static void guard_with_move(lua_State *L, int tables, const char *name, lua_CFunction function) {
  lua_getfield(L, tables, "move");
  lua_pushcclosure(L, function, 1);
  lua_setfield(L, tables, name);
}

void lb_open_guards(lua_State *L, int globals) {
  lua_getfield(L, globals, "table");
  int tables = lua_gettop(L);
  guard_with_move(L, tables, "insert", guarded_insert);
  guard_with_move(L, tables, "remove", guarded_remove);
  lb_guard(L, tables, "move", guarded_move);
  lb_guard(L, tables, "concat", guarded_concat);
  lb_guard(L, tables, "sort", guarded_sort);
  lua_getfield(L, globals, "string");
  lb_guard(L, lua_gettop(L), "rep", guarded_rep);
  lua_pop(L, 2);
}
