// Records that a script gives one after another, as lines of JSON.
#include "bridge_internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The names of columns that records had so far: at odd places a name, behind it the name as a member begins. What is
// known of a name is at the name itself.
enum { NEXT = 1, NAMES, RECORD };

static void put(lua_State *L, lb_buffer *output, const void *bytes, size_t length) {
  if (lb_append(output, bytes, length)) return;
  lb_of(L)->refused = true;
  luaL_error(L, "not enough memory");
}

// The bytes of the UTF-8 sequence at a place; 0 for what is none.
static size_t sequence(const uint8_t *at, size_t left) {
  size_t length = *at < 0xE0 ? 2 : *at < 0xF0 ? 3 : 4;
  if (*at < 0xC2 || *at > 0xF4 || length > left) return 0;
  for (size_t index = 1; index < length; index++)
    if ((at[index] & 0xC0) != 0x80) return 0;
  bool is_short = (*at == 0xE0 && at[1] < 0xA0) || (*at == 0xF0 && at[1] < 0x90);
  bool is_beyond = (*at == 0xED && at[1] > 0x9F) || (*at == 0xF4 && at[1] > 0x8F);
  return is_short || is_beyond ? 0 : length;
}

// Appends text in quotes; false for what is not UTF-8.
static bool put_text(lua_State *L, lb_buffer *output, const char *text, size_t length) {
  const uint8_t *bytes = (const uint8_t *)text;
  size_t plain = 0, at = 0;
  put(L, output, "\"", 1);
  while (at < length) {
    uint8_t byte = bytes[at];
    if (byte >= 0x20 && byte < 0x80 && byte != '"' && byte != '\\') {
      at++;
      continue;
    }
    if (byte >= 0x80) {
      size_t count = sequence(bytes + at, length - at);
      if (count == 0) return false;
      at += count;
      continue;
    }
    char escape[8];
    int count = byte == '"' || byte == '\\' ? snprintf(escape, sizeof escape, "\\%c", byte)
                                            : snprintf(escape, sizeof escape, "\\u%04x", byte);
    put(L, output, text + plain, at - plain);
    put(L, output, escape, (size_t)count);
    plain = ++at;
  }
  put(L, output, text + plain, length - plain);
  put(L, output, "\"", 1);
  return true;
}

// Appends the shortest spelling that is this number; false for what JSON has none for.
static bool put_float(lua_State *L, lb_buffer *output, lua_Number number) {
  char text[32];
  if (!isfinite(number)) return false;
  int digits = 15;
  int count = snprintf(text, sizeof text, "%.*g", digits, number);
  while (strtod(text, NULL) != number && digits < 17)
    count = snprintf(text, sizeof text, "%.*g", ++digits, number);
  // Where a language writes another decimal mark, the slower path spells the number.
  if (strspn(text, "+-.0123456789e") != (size_t)count) return false;
  put(L, output, text, (size_t)count);
  if (strpbrk(text, ".e") == NULL) put(L, output, ".0", 2);
  return true;
}

// Appends the value on top; false for all but text, numbers, booleans and null.
static bool put_value(lua_State *L, lb_buffer *output) {
  char text[24];
  size_t length;
  switch (lua_type(L, -1)) {
    case LUA_TSTRING: {
      const char *bytes = lua_tolstring(L, -1, &length);
      return put_text(L, output, bytes, length);
    }
    case LUA_TBOOLEAN:
      if (lua_toboolean(L, -1)) put(L, output, "true", 4);
      else put(L, output, "false", 5);
      return true;
    case LUA_TNUMBER:
      if (!lua_isinteger(L, -1)) return put_float(L, output, lua_tonumber(L, -1));
      put(L, output, text, (size_t)snprintf(text, sizeof text, LUA_INTEGER_FMT, lua_tointeger(L, -1)));
      return true;
    case LUA_TLIGHTUSERDATA:
      if (lb_tag_of((uint64_t)(uintptr_t)lua_touserdata(L, -1)) != LB_TAG_NULL) return false;
      put(L, output, "null", 4);
      return true;
    default: return false;
  }
}

// Appends the member whose name's place is given, with the value on top, which is popped.
static bool put_member(lua_State *L, lua_Integer place, bool is_first, lb_buffer *output) {
  size_t length;
  if (!is_first) put(L, output, ",", 1);
  lua_rawgeti(L, NAMES, place + 1);
  const char *beginning = lua_tolstring(L, -1, &length);
  put(L, output, beginning, length);
  lua_pop(L, 1);
  bool is_plain = put_value(L, output);
  lua_pop(L, 1);
  return is_plain;
}

// Adds the name on top, which is popped, to those that are known; false for what is no name.
static bool add_name(lua_State *L, lb_buffer *scratch) {
  size_t length;
  lua_Integer place = (lua_Integer)lua_rawlen(L, NAMES) + 1;
  const char *name = lua_type(L, -1) == LUA_TSTRING ? lua_tolstring(L, -1, &length) : NULL;
  scratch->count = 0;
  if (name == NULL || !put_text(L, scratch, name, length)) return false;
  put(L, scratch, ":", 1);
  lua_pushvalue(L, -1);
  lua_rawseti(L, NAMES, place);
  lua_pushlstring(L, (const char *)scratch->bytes, scratch->count);
  lua_rawseti(L, NAMES, place + 1);
  lua_pushboolean(L, 1);
  lua_rawset(L, NAMES);
  return true;
}

// Whether the text at one index comes before the one at another, by bytes.
static bool precedes(lua_State *L, int first, int second) {
  size_t one, other;
  const char *bytes = lua_tolstring(L, first, &one), *others = lua_tolstring(L, second, &other);
  int order = memcmp(bytes, others, one < other ? one : other);
  return order < 0 || (order == 0 && one < other);
}

// Puts what is new among a record's names, in the order of their bytes, behind those that are known.
static bool add_names(lua_State *L, lb_buffer *scratch) {
  lua_newtable(L);
  int found = lua_gettop(L);
  lua_Integer count = 0;
  for (lua_pushnil(L); lua_next(L, RECORD) != 0;) {
    lua_pop(L, 1);
    if (lua_type(L, -1) != LUA_TSTRING) return false;
    lua_pushvalue(L, -1);
    bool is_known = lua_rawget(L, NAMES) != LUA_TNIL;
    lua_pop(L, 1);
    if (is_known) continue;
    // Insertion: new names are few, and come once.
    lua_Integer place = ++count;
    for (; place > 1; place--) {
      lua_rawgeti(L, found, place - 1);
      bool is_before = precedes(L, -2, -1);
      if (is_before) lua_rawseti(L, found, place);
      else lua_pop(L, 1);
      if (!is_before) break;
    }
    lua_pushvalue(L, -1);
    lua_rawseti(L, found, place);
  }
  for (lua_Integer place = 1; place <= count; place++) {
    lua_rawgeti(L, found, place);
    if (!add_name(L, scratch)) return false;
  }
  lua_settop(L, found - 1);
  return true;
}

// Appends the members from a place of the known names on; how many there are, or -1.
static lua_Integer put_members(
  lua_State *L, lua_Integer first, lua_Integer before, lb_buffer *output) {
  lua_Integer count = before, last = (lua_Integer)lua_rawlen(L, NAMES);
  for (lua_Integer place = first; place < last; place += 2) {
    lua_rawgeti(L, NAMES, place);
    if (lua_rawget(L, RECORD) == LUA_TNIL) {
      lua_pop(L, 1);
      continue;
    }
    if (!put_member(L, place, count++ == 0, output)) return -1;
  }
  return count;
}

static lua_Integer entries(lua_State *L) {
  lua_Integer count = 0;
  for (lua_pushnil(L); lua_next(L, RECORD) != 0; lua_pop(L, 1)) count++;
  return count;
}

// Appends the record on top as a line; false, and nothing appended, for one that has to be written in another way.
static bool put_record(lua_State *L, lb_rows *rows, lb_buffer *output) {
  size_t start = output->count;
  lua_Integer known = (lua_Integer)lua_rawlen(L, NAMES);
  if (!lua_istable(L, RECORD) || lb_is_frozen(L, RECORD)) return false;
  put(L, output, "{", 1);
  lua_Integer count = put_members(L, 1, 0, output);
  if (count >= 0 && count < entries(L)) {
    if (add_names(L, &rows->scratch)) count = put_members(L, known + 1, count, output);
    else count = -1;
  }
  lua_settop(L, RECORD);
  if (count < 0) {
    output->count = start;
    return false;
  }
  put(L, output, "}\n", 2);
  return true;
}

typedef struct rows_request {
  lb_rows *rows;
  lb_buffer *output;
} rows_request;

// Pushes the names that are known; at first those of the columns that were given.
static void push_names(lua_State *L, lb_rows *rows) {
  if (rows->names != 0) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, rows->names);
    return;
  }
  lua_newtable(L);
  lua_rawgeti(L, LUA_REGISTRYINDEX, rows->columns);
  lua_Integer count = (lua_Integer)lua_rawlen(L, -1);
  for (lua_Integer place = 1; place <= count; place++) {
    lua_rawgeti(L, NAMES + 1, place);
    if (!add_name(L, &rows->scratch)) luaL_error(L, "a column's name is text");
  }
  lua_settop(L, NAMES);
  lua_pushvalue(L, NAMES);
  rows->names = luaL_ref(L, LUA_REGISTRYINDEX);
}

static int run_rows(lua_State *L) {
  rows_request request = *(rows_request *)lua_touserdata(L, 1);
  lb_rows *rows = request.rows;
  size_t start = request.output->count;
  lua_settop(L, 0);
  lua_rawgeti(L, LUA_REGISTRYINDEX, rows->function);
  push_names(L, rows);
  while (request.output->count - start < LB_BATCH_BYTES) {
    lua_pushvalue(L, NEXT);
    lua_call(L, 0, 1);
    if (lua_isnil(L, RECORD)) {
      rows->ended = true;
      return 0;
    }
    if (!put_record(L, rows, request.output)) {
      lua_settop(L, RECORD);
      rows->odd = luaL_ref(L, LUA_REGISTRYINDEX);
      return 0;
    }
    rows->done++;
    lua_settop(L, NAMES);
  }
  return 0;
}

lb_status lb_write_rows(lb_state *state, lb_rows *rows, lb_buffer *output) {
  rows_request request = {rows, output};
  rows->odd = 0;
  return lb_protect(state, run_rows, &request);
}

void lb_rows_free(lb_rows *rows) { lb_buffer_free(&rows->scratch); }
