// Tables that scripts read but cannot write. An empty table, the view, stands for each: its
// metatable reads what is behind it, and every assignment reaches __newindex.
#include "bridge_internal.h"

#include <ctype.h>

// In a view's metatable: the name that messages call the table; empty for a table of globals.
static const char frozen_key = 0;

enum { DEEPEST = 16 };

bool lb_is_frozen(lua_State *L, int index) {
  if (!lua_getmetatable(L, index)) return false;
  bool frozen = lua_rawgetp(L, -1, &frozen_key) != LUA_TNIL;
  lua_pop(L, 2);
  return frozen;
}

// Pushes what is behind the view at `index`; any other value is pushed itself.
void lb_push_content(lua_State *L, int index) {
  if (!lb_is_frozen(L, index)) lua_pushvalue(L, index);
  else luaL_getmetafield(L, index, "__index");
}

static bool is_name(const char *text) {
  if (!isalpha((unsigned char)*text) && *text != '_') return false;
  while (isalnum((unsigned char)*text) || *text == '_') text++;
  return *text == 0;
}

// The answer to an assignment to the view (1) at the key (2).
static int refuse_write(lua_State *L) {
  lua_settop(L, 2);
  const char *key = luaL_tolstring(L, 2, NULL);
  lua_getmetatable(L, 1);
  lua_rawgetp(L, -1, &frozen_key);
  const char *name = lua_tostring(L, -1);
  if (*name == 0)
    return luaL_error(L, "attempt to assign the global '%s' at run time; globals are frozen after loading", key);
  return luaL_error(L,
    is_name(key) ? "attempt to write '%s.%s': '%s' is frozen; keep what is yours in a local"
                 : "attempt to write '%s[%s]': '%s' is frozen; keep what is yours in a local",
    name, key, name);
}

// The content is an upvalue: a script that held it could write it.
static int frozen_next(lua_State *L) {
  lua_settop(L, 2);
  if (lua_next(L, lua_upvalueindex(1))) return 2;
  lua_pushnil(L);
  return 1;
}

static int frozen_pairs(lua_State *L) {
  lua_settop(L, 1);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_pushcclosure(L, frozen_next, 1);
  lua_insert(L, 1);
  lua_pushnil(L);
  return 3;
}

static int frozen_length(lua_State *L) {
  lua_len(L, lua_upvalueindex(1));
  return 1;
}

static void set_event(lua_State *L, const char *event, lua_CFunction function, int content) {
  lua_pushvalue(L, content);
  lua_pushcclosure(L, function, 1);
  lua_setfield(L, -2, event);
}

// Makes the empty table on top a view of the table at `content`.
void lb_freeze_table(lua_State *L, int content, const char *name) {
  lua_createtable(L, 0, 6);
  lua_pushcfunction(L, refuse_write);
  lua_setfield(L, -2, "__newindex");
  lua_pushvalue(L, content);
  lua_setfield(L, -2, "__index");
  set_event(L, "__pairs", frozen_pairs, content);
  set_event(L, "__len", frozen_length, content);
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_pushstring(L, name);
  lua_rawsetp(L, -2, &frozen_key);
  lua_setmetatable(L, -2);
}

static void push_frozen(lua_State *L, int content, int seen, int depth, const char *name);

static bool is_plain_table(lua_State *L, int index) {
  if (!lua_istable(L, index)) return false;
  if (lb_has_members(L, index) || !lua_getmetatable(L, index)) return true;
  lua_pop(L, 1);
  return false;
}

// Puts views in the place of the tables in the table at `content`. Those with a metatable are
// their maker's own affair, and so is what lies deeper than anybody looks.
static void freeze_fields(lua_State *L, int content, int seen, int depth, const char *name) {
  lua_pushnil(L);
  while (depth < DEEPEST && lua_next(L, content) != 0) {
    int key = lua_gettop(L) - 1;
    if (is_plain_table(L, key + 1)) {
      bool plain = lua_type(L, key) == LUA_TSTRING || lua_type(L, key) == LUA_TNUMBER;
      const char *field = plain ? luaL_tolstring(L, key, NULL) : luaL_typename(L, key);
      field = lua_pushfstring(L, is_name(field) ? "%s.%s" : "%s[%s]", name, field);
      push_frozen(L, key + 1, seen, depth + 1, field);
      lua_pushvalue(L, key);
      lua_insert(L, -2);
      lua_rawset(L, content);
    }
    lua_settop(L, key);
  }
}

static void push_frozen(lua_State *L, int content, int seen, int depth, const char *name) {
  luaL_checkstack(L, 16, NULL);
  lua_pushvalue(L, content);
  if (lua_rawget(L, seen) != LUA_TNIL) return;
  lua_pop(L, 1);
  lua_newtable(L);
  int view = lua_gettop(L);
  lb_freeze_table(L, content, name);
  lua_pushvalue(L, content);
  lua_pushvalue(L, view);
  lua_rawset(L, seen);
  freeze_fields(L, content, seen, depth, name);
  lua_settop(L, view);
}

// table, name → a view of it; the tables in it become views, too.
int lb_op_frozen(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  const char *name = luaL_checkstring(L, 2);
  lua_settop(L, 2);
  if (lb_is_frozen(L, 1)) {
    lua_pushvalue(L, 1);
    return 1;
  }
  lua_newtable(L);
  push_frozen(L, 1, 3, 0, name);
  return 1;
}

// table → what is behind it, for the host to write.
int lb_op_content(lua_State *L) {
  lb_push_content(L, 1);
  return 1;
}

static int guarded_rawset(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_checkany(L, 2);
  luaL_checkany(L, 3);
  if (lb_is_frozen(L, 1)) return refuse_write(L);
  lua_settop(L, 3);
  lua_rawset(L, 1);
  return 1;
}

// Lua's own function (the upvalue) on what is behind a view. None of these hands its table out.
static int see_through(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lb_push_content(L, 1);
  lua_replace(L, 1);
  return lb_forward(L);
}

void lb_open_frozen(lua_State *L, int globals) {
  lua_pushcfunction(L, guarded_rawset);
  lua_setfield(L, globals, "rawset");
  lb_guard(L, globals, "next", see_through);
  lb_guard(L, globals, "rawget", see_through);
}

int lb_op_is_marked(lua_State *L) {
  lb_push_content(L, 1);
  lua_pushboolean(L, lb_has_members(L, -1));
  return 1;
}
