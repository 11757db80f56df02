// Where a function was defined, and what it carries from call to call.
#include "bridge_internal.h"

#include <string.h>

// function → chunk, first line, last line, number of parameters; nothing for a C function.
int lb_op_definition(lua_State *L) {
  lua_Debug info;
  luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_settop(L, 1);
  lua_getinfo(L, ">Su", &info);
  if (info.linedefined < 0) return 0;
  const char *source = info.source;
  if (*source == '@' || *source == '=') source++;
  lua_pushstring(L, source);
  lua_pushinteger(L, info.linedefined);
  lua_pushinteger(L, info.lastlinedefined);
  lua_pushinteger(L, info.nparams);
  return 4;
}

static uint64_t mix(uint64_t value) {
  value ^= value >> 31;
  value *= 0x7FB5D329728EA185u;
  value ^= value >> 27;
  value *= 0x81DADEF4BC2DD44Du;
  return value ^ (value >> 33);
}

static uint64_t hash_bytes(const char *bytes, size_t length) {
  uint64_t hash = 0xCBF29CE484222325u;
  for (size_t at = 0; at < length; at++) hash = (hash ^ (uint8_t)bytes[at]) * 0x100000001B3u;
  return hash;
}

enum { SEEN = 1, MOST_ENTRIES = 20000, DEEPEST = 200 };

// What may still be looked at: so many values, and so much deeper.
typedef struct walk {
  int budget, depth;
} walk;

static uint64_t digest(lua_State *L, int index, walk *left);

// The order of a table's entries says nothing, so their digests are added.
static uint64_t digest_table(lua_State *L, int index, walk *left) {
  uint64_t sum = 0;
  lua_pushnil(L);
  while (left->budget > 0 && lua_next(L, index) != 0) {
    int top = lua_gettop(L);
    uint64_t key = digest(L, top - 1, left);
    sum += mix(key * 31 + digest(L, top, left));
    lua_settop(L, top - 1);
  }
  return sum;
}

static uint64_t digest_function(lua_State *L, int index, walk *left) {
  uint64_t sum = 0;
  for (int number = 1; lua_getupvalue(L, index, number) != NULL; number++) {
    sum = mix(sum + digest(L, lua_gettop(L), left));
    lua_pop(L, 1);
  }
  return sum;
}

// Whether the table or function was met before; marks it otherwise.
static bool was_seen(lua_State *L, int index) {
  const void *address = lua_topointer(L, index);
  bool seen = lua_rawgetp(L, SEEN, address) != LUA_TNIL;
  lua_pop(L, 1);
  if (seen) return true;
  lua_pushboolean(L, 1);
  lua_rawsetp(L, SEEN, address);
  return false;
}

// A number that changes where the value, or anything reachable from it, does.
static uint64_t digest(lua_State *L, int index, walk *left) {
  int type = lua_type(L, index);
  uint64_t hash = mix((uint64_t)type + 1);
  size_t length;
  left->budget--;
  switch (type) {
    case LUA_TBOOLEAN: return mix(hash + (uint64_t)lua_toboolean(L, index));
    case LUA_TNUMBER: {
      lua_Number number = lua_tonumber(L, index);
      lua_Integer integer = lua_tointeger(L, index);
      memcpy(&length, &number, sizeof length < sizeof number ? sizeof length : sizeof number);
      return mix(hash + mix((uint64_t)length) + (uint64_t)integer);
    }
    case LUA_TSTRING: {
      const char *bytes = lua_tolstring(L, index, &length);
      return mix(hash + hash_bytes(bytes, length));
    }
    case LUA_TTABLE:
    case LUA_TFUNCTION:
      hash += mix((uint64_t)(uintptr_t)lua_topointer(L, index));
      luaL_checkstack(L, 8, NULL);
      if (left->budget <= 0 || left->depth <= 0 || was_seen(L, index)) return mix(hash);
      left->depth--;
      hash += (type == LUA_TTABLE ? digest_table : digest_function)(L, index, left);
      left->depth++;
      return mix(hash);
    default: return mix(hash + (uint64_t)(uintptr_t)lua_topointer(L, index));
  }
}

// function → name, digest, … of its upvalues. The globals are left out: they are frozen.
int lb_op_state_of(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  walk left = {MOST_ENTRIES, DEEPEST};
  int results = 0;
  lua_settop(L, 1);
  lua_newtable(L);
  lua_insert(L, SEEN);
  lua_pushglobaltable(L);
  was_seen(L, 3);
  lua_pop(L, 1);
  luaL_checkstack(L, 2 * 255 + 16, NULL);
  for (int number = 1;; number++) {
    const char *name = lua_getupvalue(L, 2, number);
    if (name == NULL) break;
    int value = lua_gettop(L);
    if (strcmp(name, "_ENV") == 0) {
      lua_pop(L, 1);
      continue;
    }
    uint64_t sum = digest(L, value, &left);
    lua_settop(L, value - 1);
    lua_pushstring(L, name);
    lua_pushinteger(L, (lua_Integer)sum);
    results += 2;
  }
  return results;
}
