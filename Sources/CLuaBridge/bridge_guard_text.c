// Functions that read a whole text, or turn it into a number, without an instruction being counted:
// they are charged for its length.
#include "bridge_internal.h"

static void charge_texts(lua_State *L) {
  size_t bytes = 0;
  for (int index = 1; index <= 2; index++)
    if (lua_type(L, index) == LUA_TSTRING) bytes += lua_rawlen(L, index);
  lb_charge(L, (int64_t)(bytes / 8));
}

static int guarded_reading(lua_State *L) {
  charge_texts(L);
  return lb_forward(L);
}

// Called too often for a second call: without a base it is done right here, as Lua does it.
static int guarded_tonumber(lua_State *L) {
  if (!lua_isnoneornil(L, 2)) return guarded_reading(L);
  luaL_checkany(L, 1);
  lua_settop(L, 1);
  if (lua_type(L, 1) == LUA_TNUMBER) return 1;
  if (lua_type(L, 1) == LUA_TSTRING) {
    charge_texts(L);
    size_t length;
    const char *text = lua_tolstring(L, 1, &length);
    if (lua_stringtonumber(L, text) == length + 1) return 1;
  }
  luaL_pushfail(L);
  return 1;
}

static void guard_all(lua_State *L, int library, const char *const *names) {
  for (; *names != NULL; names++) lb_guard(L, library, *names, guarded_reading);
}

void lb_open_text_guards(lua_State *L, int globals) {
  static const char *const strings[] = {"pack", "packsize", "unpack", NULL};
  static const char *const characters[] = {"len", "offset", "codepoint", NULL};
  static const char *const arithmetic[] = {
    "__add", "__sub", "__mul", "__mod", "__pow", "__div", "__idiv", "__unm", NULL};
  lb_guard(L, globals, "tonumber", guarded_tonumber);
  lua_getfield(L, globals, "string");
  guard_all(L, lua_gettop(L), strings);
  lua_getfield(L, globals, "utf8");
  guard_all(L, lua_gettop(L), characters);
  lua_pushliteral(L, "");
  lua_getmetatable(L, -1);
  guard_all(L, lua_gettop(L), arithmetic);
  lua_pop(L, 4);
}
