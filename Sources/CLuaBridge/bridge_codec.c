// Values between Lua's stack and a run of bytes. Decoding and encoding may raise, and are therefore
// called inside a protected call or a C function that Lua runs.
#include "bridge_internal.h"

#include <stdlib.h>
#include <string.h>

// Room for one value of a fixed size, or an error that Lua raises.
static uint8_t *grow(lua_State *L, lb_buffer *buffer, size_t length) {
  uint8_t *at = lb_room(L, buffer, length);
  buffer->count += length;
  return at;
}

static void put(lua_State *L, lb_buffer *buffer, lb_kind kind, const void *payload) {
  uint8_t *at = grow(L, buffer, 9);
  *at = (uint8_t)kind;
  memcpy(at + 1, payload, 8);
}

static void put_string(lua_State *L, lb_buffer *buffer, const char *bytes, size_t length) {
  if (length > UINT32_MAX) luaL_error(L, "string is longer than 4 GiB");
  uint8_t *at = grow(L, buffer, 5 + length);
  uint32_t count = (uint32_t)length;
  *at = LB_STRING;
  memcpy(at + 1, &count, 4);
  memcpy(at + 5, bytes, length);
}

static void put_reference(lua_State *L, int index, lb_buffer *buffer, lb_kind kind, bool make) {
  if (!make) {
    *grow(L, buffer, 1) = (uint8_t)kind;
    return;
  }
  luaL_checkstack(L, 3, NULL);
  lua_pushvalue(L, index);
  int64_t reference = luaL_ref(L, LUA_REGISTRYINDEX);
  put(L, buffer, kind, &reference);
}

// As Lua's tables treat keys: 1.0 is 1, so that both are one identity.
static void put_number(lua_State *L, int index, lb_buffer *buffer, bool exact) {
  lua_Integer integer;
  if (lua_isinteger(L, index)) {
    integer = lua_tointeger(L, index);
    put(L, buffer, LB_INTEGER, &integer);
    return;
  }
  lua_Number number = lua_tonumber(L, index);
  if (!exact && lua_numbertointeger(number, &integer) && (lua_Number)integer == number)
    put(L, buffer, LB_INTEGER, &integer);
  else
    put(L, buffer, LB_FLOAT, &number);
}

static void put_light(lua_State *L, int index, lb_buffer *buffer, bool references) {
  uint64_t bits = (uint64_t)(uintptr_t)lua_touserdata(L, index);
  if (lb_tag_of(bits) == LB_TAG_RECORD) put(L, buffer, LB_RECORD, &bits);
  else if (lb_tag_of(bits) == LB_TAG_NULL) *grow(L, buffer, 1) = LB_NULL;
  else put_reference(L, index, buffer, LB_OTHER, references);
}

static void put_userdata(lua_State *L, int index, lb_buffer *buffer, bool references) {
  lb_object *object = lb_to_object(L, index);
  if (object == NULL || !references) {
    put_reference(L, index, buffer, object == NULL ? LB_OTHER : LB_OBJECT, references);
    return;
  }
  uint64_t pointer = (uint64_t)(uintptr_t)object->pointer;
  put(L, buffer, LB_OBJECT, &pointer);
  memcpy(grow(L, buffer, 4), &object->class_number, 4);
}

// Appends the value at `index`. With `references` tables and functions are kept for the host and a
// float stays a float; without, as batches want it, only their kind is told.
void lb_encode(lua_State *L, int index, lb_buffer *buffer, bool references) {
  size_t length;
  switch (lua_type(L, index)) {
    case LUA_TNONE:
    case LUA_TNIL: *grow(L, buffer, 1) = LB_NIL; break;
    case LUA_TBOOLEAN: *grow(L, buffer, 1) = lua_toboolean(L, index) ? LB_TRUE : LB_FALSE; break;
    case LUA_TNUMBER: put_number(L, index, buffer, references); break;
    case LUA_TSTRING: {
      const char *bytes = lua_tolstring(L, index, &length);
      put_string(L, buffer, bytes, length);
      break;
    }
    case LUA_TTABLE: put_reference(L, index, buffer, LB_TABLE, references); break;
    case LUA_TFUNCTION: put_reference(L, index, buffer, LB_FUNCTION, references); break;
    case LUA_TLIGHTUSERDATA: put_light(L, index, buffer, references); break;
    case LUA_TUSERDATA: put_userdata(L, index, buffer, references); break;
    default: put_reference(L, index, buffer, LB_OTHER, references); break;
  }
}

// Appends a sequence with its elements, tables among them by their kind alone.
void lb_encode_list(lua_State *L, int index, lb_buffer *buffer) {
  luaL_checkstack(L, 2, NULL);
  lb_push_content(L, index);
  int list = lua_gettop(L);
  lua_Unsigned length = lua_rawlen(L, list);
  if (length > UINT32_MAX) luaL_error(L, "list is too long");
  uint32_t count = (uint32_t)length;
  *grow(L, buffer, 1) = LB_LIST;
  memcpy(grow(L, buffer, 4), &count, 4);
  for (uint32_t place = 1; place <= count; place++) {
    lua_rawgeti(L, list, place);
    lb_encode(L, list + 1, buffer, false);
    lua_pop(L, 1);
  }
  lua_settop(L, list - 1);
}

static uint64_t take8(const uint8_t *at) {
  uint64_t value;
  memcpy(&value, at, 8);
  return value;
}

static uint32_t take4(const uint8_t *at) {
  uint32_t value;
  memcpy(&value, at, 4);
  return value;
}

static const uint8_t *decode_table(
  lua_State *L, lb_kind kind, const uint8_t *at, const uint8_t *end) {
  uint32_t count = take4(at);
  at += 4;
  luaL_checkstack(L, 6, "value is nested too deeply");
  if (kind == LB_LIST) {
    lua_createtable(L, at < end ? (int)(count & 0x7FFFFFFF) : 0, 0);
    for (uint32_t index = 1; index <= count && at < end; index++) {
      at = lb_decode(L, at, end);
      lua_rawseti(L, -2, index);
    }
    return at;
  }
  lua_createtable(L, 0, (int)(count & 0x7FFFFFFF));
  for (uint32_t index = 0; index < count && at < end; index++) {
    at = lb_decode(L, at, end);
    at = lb_decode(L, at, end);
    if (lua_isnil(L, -2)) lua_pop(L, 2);
    else lua_rawset(L, -3);
  }
  if (kind == LB_MEMBERS) lb_mark_members(L, -1);
  return at;
}

// The bytes that follow a kind in any case.
static size_t fixed_size(lb_kind kind) {
  switch (kind) {
    case LB_NIL:
    case LB_FALSE:
    case LB_TRUE:
    case LB_NULL: return 0;
    case LB_STRING:
    case LB_NUMBER:
    case LB_LIST:
    case LB_MAP:
    case LB_MEMBERS: return 4;
    case LB_OBJECT: return 16;
    case LB_HOST: return 12;
    default: return 8;
  }
}

// Whether all of the value's own bytes are there: where memory ran out while the host wrote, they are not.
static bool is_whole(lb_kind kind, const uint8_t *at, const uint8_t *end) {
  size_t left = (size_t)(end - at), fixed = fixed_size(kind);
  bool has_bytes = kind == LB_STRING || kind == LB_NUMBER;
  return left >= fixed && (!has_bytes || left - fixed >= take4(at));
}

static const lua_CFunction builtins[] = {
  [LB_BUILTIN_NONE] = NULL,
  [LB_BUILTIN_SPLIT] = lb_split,
  [LB_BUILTIN_JSON] = lb_encode_json,
  [LB_BUILTIN_SQL_LITERAL] = lb_sql_literal,
  [LB_BUILTIN_SQL_NAME] = lb_sql_name,
};

// Pushes the value at `at` and returns the place behind it; a value cut short is nil.
const uint8_t *lb_decode(lua_State *L, const uint8_t *at, const uint8_t *end) {
  lb_kind kind = at < end ? (lb_kind)*at++ : LB_NIL;
  if (!is_whole(kind, at, end)) {
    lua_pushnil(L);
    return end;
  }
  switch (kind) {
    case LB_FALSE:
    case LB_TRUE: lua_pushboolean(L, kind == LB_TRUE); return at;
    case LB_INTEGER: lua_pushinteger(L, (lua_Integer)take8(at)); return at + 8;
    case LB_FLOAT: {
      double number;
      memcpy(&number, at, 8);
      lua_pushnumber(L, number);
      return at + 8;
    }
    case LB_STRING: {
      uint32_t length = take4(at);
      lua_pushlstring(L, (const char *)at + 4, length);
      return at + 4 + length;
    }
    case LB_NUMBER: lb_push_number(L, (const char *)at + 4, take4(at)); return at + 4 + take4(at);
    case LB_RECORD: lua_pushlightuserdata(L, (void *)(uintptr_t)take8(at)); return at + 8;
    case LB_NULL: lua_pushlightuserdata(L, (void *)(uintptr_t)lb_tagged(LB_TAG_NULL)); return at;
    case LB_TABLE:
    case LB_FUNCTION:
    case LB_OTHER:
      lua_rawgeti(L, LUA_REGISTRYINDEX, (lua_Integer)take8(at));
      return at + 8;
    case LB_OBJECT:
      lb_push_object(L, (void *)(uintptr_t)take8(at), (int32_t)take4(at + 8), (int32_t)take4(at + 12));
      return at + 16;
    case LB_HOST:
      lb_push_host_function(L, (void *)(uintptr_t)take8(at), builtins[take4(at + 8)]);
      return at + 12;
    case LB_BUILTIN: lua_pushcfunction(L, builtins[take8(at)]); return at + 8;
    case LB_LIST:
    case LB_MAP:
    case LB_MEMBERS: return decode_table(L, kind, at, end);
    default: lua_pushnil(L); return at + fixed_size(kind);
  }
}

// Pushes every value of the run and returns their number.
int lb_decode_all(lua_State *L, const uint8_t *bytes, size_t length) {
  const uint8_t *at = bytes, *end = bytes + length;
  int count = 0;
  while (at < end) {
    luaL_checkstack(L, 8, "too many values");
    at = lb_decode(L, at, end);
    count++;
  }
  return count;
}

// Pushes what the host says a field is. LB_NESTED is the record's affair.
void lb_push_field(lua_State *L, const lb_field *field) {
  switch ((lb_kind)field->kind) {
    case LB_STRING: lua_pushlstring(L, field->bytes, field->length); break;
    case LB_NUMBER: lb_push_number(L, field->bytes, field->length); break;
    case LB_FALSE: lua_pushboolean(L, 0); break;
    case LB_TRUE: lua_pushboolean(L, 1); break;
    case LB_RECORD: lua_pushlightuserdata(L, (void *)(uintptr_t)field->integer); break;
    case LB_NULL: lua_pushlightuserdata(L, (void *)(uintptr_t)lb_tagged(LB_TAG_NULL)); break;
    case LB_ERROR:
      luaL_where(L, 1);
      lua_pushlstring(L, field->bytes, field->length);
      lua_concat(L, 2);
      lua_error(L);
      break;
    default: lua_pushnil(L); break;
  }
}
