// string.find, match and gmatch, with their work accounted for: a pattern can take longer than the
// universe exists, all inside one instruction.
#include "bridge_pattern.h"

// The offset at which a search begins, from a position that may count from the end; beyond `length`
// there is nothing to search.
static size_t start_offset(lua_Integer position, size_t length) {
  if (position > 0) return (size_t)position - 1;
  if (position == 0 || position < -(lua_Integer)length) return 0;
  return length - (size_t)-position;
}

static int push_found(lua_State *L, size_t start, size_t end) {
  lua_pushinteger(L, (lua_Integer)start + 1);
  lua_pushinteger(L, (lua_Integer)end);
  return 2;
}

static int push_nothing(lua_State *L) {
  lua_pushnil(L);
  return 1;
}

static int find_plain(lua_State *L, const char *subject, size_t length, size_t start) {
  size_t needle;
  const char *bytes = lua_tolstring(L, 2, &needle);
  lb_charge(L, (int64_t)((length - start) / 64));
  const char *found = subject + start;
  if (needle > 0) found = lp_find_text(found, subject + length, bytes, needle);
  if (found == NULL) return push_nothing(L);
  size_t at = (size_t)(found - subject);
  return push_found(L, at, at + needle);
}

static int search(lua_State *L, bool places) {
  size_t length;
  const char *subject = luaL_checklstring(L, 1, &length);
  luaL_checkstring(L, 2);
  size_t start = start_offset(luaL_optinteger(L, 3, 1), length);
  if (start > length) return push_nothing(L);
  if (places && lua_toboolean(L, 4)) return find_plain(L, subject, length, start);
  lp_pattern *pattern = lb_pattern_get(L, 2, true, false);
  if (places && pattern->plain) return find_plain(L, subject, length, start);
  lb_search work;
  lb_search_start(&work, L, pattern, subject, length);
  const char *end = lb_search_next(&work, subject + start, NULL);
  lb_search_settle(&work);
  if (end == NULL) return push_nothing(L);
  size_t first = (size_t)(work.matcher.start - subject);
  int count = places ? push_found(L, first, (size_t)(end - subject)) : 0;
  return count + lb_push_captures(&work, !places);
}

static int string_find(lua_State *L) { return search(L, true); }

static int string_match(lua_State *L) { return search(L, false); }

// Where an iterator is. Offsets, as a match of nothing at all may follow another.
typedef struct iteration {
  size_t next;
  const char *last;      // the end of the last match: an empty one there is none of its own
} iteration;

static int next_match(lua_State *L) {
  size_t length;
  const char *subject = lua_tolstring(L, lua_upvalueindex(1), &length);
  iteration *iterator = lua_touserdata(L, lua_upvalueindex(3));
  if (iterator->next > length) return 0;
  lb_search work;
  lb_search_start(&work, L, lua_touserdata(L, lua_upvalueindex(2)), subject, length);
  const char *end = lb_search_next(&work, subject + iterator->next, iterator->last);
  lb_search_settle(&work);
  if (end == NULL) return 0;
  iterator->next = (size_t)(end - subject);
  iterator->last = end;
  return lb_push_captures(&work, true);
}

static int string_gmatch(lua_State *L) {
  size_t length;
  luaL_checklstring(L, 1, &length);
  luaL_checkstring(L, 2);
  size_t start = start_offset(luaL_optinteger(L, 3, 1), length);
  lua_pushvalue(L, 1);
  lb_pattern_get(L, 2, false, true);
  iteration *iterator = lua_newuserdatauv(L, sizeof *iterator, 0);
  *iterator = (iteration){start, NULL};
  lua_pushcclosure(L, next_match, 3);
  return 1;
}

void lb_open_patterns(lua_State *L, int library) {
  static const luaL_Reg functions[] = {
    {"find", string_find}, {"match", string_match}, {"gmatch", string_gmatch},
    {"gsub", lb_string_gsub}, {NULL, NULL}};
  lua_createtable(L, LB_PATTERN_SLOTS, 0);
  for (int place = 1; place <= LB_PATTERN_SLOTS; place++) {
    lua_pushboolean(L, 0);
    lua_rawseti(L, -2, place);
  }
  lb_of(L)->pattern_table = luaL_ref(L, LUA_REGISTRYINDEX);
  lb_set_functions(L, library, functions);
}
