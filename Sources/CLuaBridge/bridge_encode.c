// What luna.json and luna.sql make of plain values. Each function here does for those what the host's, whose box is its
// upvalue, does for all; where a value is none of those, nothing has happened yet, and the host is called.
#include "bridge_internal.h"

#include <math.h>

enum { DEEPEST = 16, MOST_MEMBERS = 64, LONGEST = 1 << 20 };

typedef struct member {
  const char *name;
  size_t length;
  int value;             // where on the stack it is
} member;

static bool put_json(lua_State *L, lb_buffer *output, int depth);

static bool is_before(const member *one, const member *other) {
  int order = memcmp(one->name, other->name, one->length < other->length ? one->length : other->length);
  return order < 0 || (order == 0 && one->length < other->length);
}

// Leaves the values of the table on top on the stack, and puts down its members in the order of their names; how many
// there are, or -1 for a table that is none of names alone, or of many.
static int gather(lua_State *L, member *members) {
  int table = lua_gettop(L), count = 0;
  for (lua_pushnil(L); lua_next(L, table) != 0; count++) {
    if (count == MOST_MEMBERS || lua_type(L, -2) != LUA_TSTRING) return -1;
    lua_insert(L, -2);
    member next = {.value = lua_gettop(L) - 1};
    next.name = lua_tolstring(L, -1, &next.length);
    int place = count;
    for (; place > 0 && is_before(&next, &members[place - 1]); place--) members[place] = members[place - 1];
    members[place] = next;
  }
  return count;
}

static bool put_object(lua_State *L, lb_buffer *output, int depth) {
  member members[MOST_MEMBERS];
  int table = lua_gettop(L), count = gather(L, members);
  if (count < 0 || (count == 0 && !lb_has_members(L, table))) return false;
  lb_put(L, output, "{", 1);
  for (int place = 0; place < count; place++) {
    if (place > 0) lb_put(L, output, ",", 1);
    if (!lb_put_text(L, output, members[place].name, members[place].length)) return false;
    lb_put(L, output, ":", 1);
    lua_pushvalue(L, members[place].value);
    if (!put_json(L, output, depth + 1)) return false;
    lua_pop(L, 1);
  }
  lb_put(L, output, "}", 1);
  lua_settop(L, table);
  return true;
}

static bool put_list(lua_State *L, lb_buffer *output, lua_Unsigned length, int depth) {
  lua_Unsigned entries = 0;
  for (lua_pushnil(L); lua_next(L, -2) != 0; lua_pop(L, 1)) entries++;
  if (entries != length) return false;
  for (lua_Unsigned place = 1; place <= length; place++) {
    lb_put(L, output, place == 1 ? "[" : ",", 1);
    lua_rawgeti(L, -1, (lua_Integer)place);
    if (!put_json(L, output, depth + 1)) return false;
    lua_pop(L, 1);
  }
  lb_put(L, output, "]", 1);
  return true;
}

// Floats that C and the host spell alike.
static bool is_usual(lua_Number number) {
  lua_Number size = fabs(number);
  return size == 0 || (size >= 1e-4 && size < 1e15);
}

// Appends the value on top as JSON; false for what the host has to spell or refuse.
static bool put_json(lua_State *L, lb_buffer *output, int depth) {
  if (output->count > LONGEST) return false;
  if (!lua_istable(L, -1))
    return (lua_type(L, -1) != LUA_TNUMBER || lua_isinteger(L, -1) || is_usual(lua_tonumber(L, -1)))
      && lb_put_value(L, output);
  if (depth == DEEPEST || lb_is_frozen(L, lua_gettop(L))) return false;
  if (!lua_checkstack(L, MOST_MEMBERS + LUA_MINSTACK)) return false;
  lua_Unsigned length = lua_rawlen(L, -1);
  return length > 0 ? put_list(L, output, length, depth) : put_object(L, output, depth);
}

// Nothing is written to the reply while a script runs, so that there is room for a text.
static lb_buffer *begin(lua_State *L) {
  lb_buffer *output = &lb_of(L)->reply;
  output->count = 0;
  return output;
}

// Gives what was written, if all of it was.
static int finish(lua_State *L, const lb_buffer *output, int count, bool is_written) {
  lua_settop(L, count);
  if (!is_written) return lb_of(L)->call_host(L);
  lb_charge(L, (int64_t)(output->count / 8));
  lua_pushlstring(L, (const char *)output->bytes, output->count);
  return 1;
}

// luna.json.encode(value)
int lb_encode_json(lua_State *L) {
  int count = lua_gettop(L);
  lb_buffer *output = begin(L);
  lua_pushvalue(L, 1);
  return finish(L, output, count, count > 0 && put_json(L, output, 0));
}

// Appends the text at an index between quotes, with those in it doubled; false for one that SQL does not have.
static bool put_quoted(lua_State *L, lb_buffer *output, int index, char quote) {
  size_t length;
  const char *at = lua_tolstring(L, index, &length), *end = at + length;
  if (memchr(at, 0, length) != NULL) return false;
  lb_put(L, output, &quote, 1);
  for (const char *found; (found = memchr(at, quote, (size_t)(end - at))) != NULL; at = found + 1) {
    lb_put(L, output, at, (size_t)(found + 1 - at));
    lb_put(L, output, &quote, 1);
  }
  lb_put(L, output, at, (size_t)(end - at));
  lb_put(L, output, &quote, 1);
  return true;
}

// luna.sql.literal(value)
int lb_sql_literal(lua_State *L) {
  int count = lua_gettop(L);
  lb_buffer *output = begin(L);
  bool is_written = false;
  if (lua_type(L, 1) == LUA_TSTRING) {
    is_written = put_quoted(L, output, 1, '\'');
  } else if (lua_type(L, 1) == LUA_TNUMBER && (lua_isinteger(L, 1) || is_usual(lua_tonumber(L, 1)))) {
    lua_pushvalue(L, 1);
    is_written = lb_put_value(L, output);
  }
  return finish(L, output, count, is_written);
}

// luna.sql.name(name, …)
int lb_sql_name(lua_State *L) {
  int count = lua_gettop(L);
  lb_buffer *output = begin(L);
  bool is_written = count == 1 && lua_type(L, 1) == LUA_TSTRING && put_quoted(L, output, 1, '"');
  return finish(L, output, count, is_written);
}
