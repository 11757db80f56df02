// Values of Lua's as JSON: texts, numbers, booleans and null.
#include "bridge_internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

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

// What stands behind the backslash of a character's escape where that is one letter, as the host has it; else 0.
static char letter_of(uint8_t byte) {
  static const char escaped[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
  const char *found = memchr(escaped, byte, sizeof escaped - 1);
  return found == NULL ? 0 : letters[found - escaped];
}

// Appends text in quotes; false for what is not UTF-8.
bool lb_put_text(lua_State *L, lb_buffer *output, const char *text, size_t length) {
  const uint8_t *bytes = (const uint8_t *)text;
  size_t plain = 0, at = 0;
  lb_put(L, output, "\"", 1);
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
    char escape[8], letter = letter_of(byte);
    int count = letter != 0 ? snprintf(escape, sizeof escape, "\\%c", letter)
                            : snprintf(escape, sizeof escape, "\\u%04x", byte);
    lb_put(L, output, text + plain, at - plain);
    lb_put(L, output, escape, (size_t)count);
    plain = ++at;
  }
  lb_put(L, output, text + plain, length - plain);
  lb_put(L, output, "\"", 1);
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
  lb_put(L, output, text, (size_t)count);
  if (strpbrk(text, ".e") == NULL) lb_put(L, output, ".0", 2);
  return true;
}

// Appends the value on top; false for all but text, numbers, booleans and null.
bool lb_put_value(lua_State *L, lb_buffer *output) {
  char text[24];
  size_t length;
  switch (lua_type(L, -1)) {
    case LUA_TSTRING: {
      const char *bytes = lua_tolstring(L, -1, &length);
      return lb_put_text(L, output, bytes, length);
    }
    case LUA_TBOOLEAN:
      if (lua_toboolean(L, -1)) lb_put(L, output, "true", 4);
      else lb_put(L, output, "false", 5);
      return true;
    case LUA_TNUMBER:
      if (!lua_isinteger(L, -1)) return put_float(L, output, lua_tonumber(L, -1));
      lb_put(L, output, text, (size_t)snprintf(text, sizeof text, LUA_INTEGER_FMT, lua_tointeger(L, -1)));
      return true;
    case LUA_TLIGHTUSERDATA:
      if (lb_tag_of((uint64_t)(uintptr_t)lua_touserdata(L, -1)) != LB_TAG_NULL) return false;
      lb_put(L, output, "null", 4);
      return true;
    default: return false;
  }
}
