// What scripts do to texts again and again: the forms of luna.text where all of a text is ASCII, and cutting one up.
#include "bridge_internal.h"

#include <string.h>

static bool is_ascii(const uint8_t *bytes, size_t length) {
  size_t at = 0;
  for (uint64_t word; at + sizeof word <= length; at += sizeof word) {
    memcpy(&word, bytes + at, sizeof word);
    if ((word & 0x8080808080808080u) != 0) return false;
  }
  while (at < length)
    if (bytes[at++] >= 0x80) return false;
  return true;
}

static bool is_space(uint8_t byte) { return byte == ' ' || (byte >= '\t' && byte <= '\r'); }
static bool is_digit(uint8_t byte) { return byte >= '0' && byte <= '9'; }
static uint8_t lowered(uint8_t byte) { return byte >= 'A' && byte <= 'Z' ? byte | 0x20 : byte; }
static uint8_t raised(uint8_t byte) { return byte >= 'a' && byte <= 'z' ? byte & 0xDF : byte; }

// Writes the text in the form; returns how many bytes that are, never more than there were.
static size_t write_form(lb_text_form form, const uint8_t *bytes, size_t length, uint8_t *output) {
  size_t count = 0;
  for (size_t at = 0; at < length; at++) {
    uint8_t byte = bytes[at];
    switch (form) {
      case LB_FORM_LOWER: output[count++] = lowered(byte); break;
      case LB_FORM_UPPER: output[count++] = raised(byte); break;
      case LB_FORM_DIGITS:
        if (is_digit(byte)) output[count++] = byte;
        break;
      case LB_FORM_SQUEEZE:
        if (!is_space(byte)) output[count++] = byte;
        else if (!is_space(bytes[at - 1])) output[count++] = ' ';
        break;
      default: output[count++] = byte; break;
    }
  }
  return count;
}

// The part of a text of ASCII that a form takes; false for any other text.
static bool find_part(lb_text_form form, const uint8_t *bytes, size_t length, size_t *start, size_t *end) {
  if (form == LB_FORM_NONE || !is_ascii(bytes, length)) return false;
  *start = 0;
  *end = length;
  if (form != LB_FORM_TRIM && form != LB_FORM_SQUEEZE) return true;
  while (*start < *end && is_space(bytes[*start])) ++*start;
  while (*end > *start && is_space(bytes[*end - 1])) --*end;
  return true;
}

static bool is_part(lb_text_form form) { return form == LB_FORM_TRIM || form == LB_FORM_NFC; }

bool lb_form(lb_text_form form, const uint8_t *bytes, size_t length, uint8_t *output, lb_formed *formed) {
  size_t start, end;
  if (!find_part(form, bytes, length, &start, &end)) return false;
  *formed = (lb_formed){bytes + start, end - start};
  if (!is_part(form)) *formed = (lb_formed){output, write_form(form, bytes + start, end - start, output)};
  return true;
}

// Pushes the value at `index` in this form, if it is a text of ASCII.
bool lb_push_form(lua_State *L, int index, lb_text_form form) {
  if (form == LB_FORM_NONE || lua_type(L, index) != LUA_TSTRING) return false;
  size_t length, start, end;
  const uint8_t *bytes = (const uint8_t *)lua_tolstring(L, index, &length);
  if (!find_part(form, bytes, length, &start, &end)) return false;
  lb_charge(L, (int64_t)(length / 8));
  if (is_part(form) && end - start == length) {
    lua_pushvalue(L, index);
  } else if (is_part(form)) {
    lua_pushlstring(L, (const char *)bytes + start, end - start);
  } else {
    luaL_Buffer buffer;
    uint8_t *output = (uint8_t *)luaL_buffinitsize(L, &buffer, end - start);
    luaL_pushresultsize(&buffer, write_form(form, bytes + start, end - start, output));
  }
  return true;
}

// Where the separator stands next; the end of the text if it does not.
static const char *next_separator(
  const char *at, const char *end, const char *separator, size_t width) {
  while ((size_t)(end - at) >= width) {
    const char *found = memchr(at, *separator, (size_t)(end - at) - width + 1);
    if (found == NULL) return end;
    if (width == 1 || memcmp(found, separator, width) == 0) return found;
    at = found + 1;
  }
  return end;
}

// luna.split(text, separator): the parts of a text in a list; one more than it has separators.
int lb_split(lua_State *L) {
  size_t length, width;
  const char *at = luaL_checklstring(L, 1, &length), *end = at + length;
  const char *separator = luaL_checklstring(L, 2, &width);
  luaL_argcheck(L, width > 0, 2, "a text that is not empty expected");
  lb_charge(L, (int64_t)(length / 8));
  lua_Integer parts = 1;
  for (const char *found = next_separator(at, end, separator, width); found != end; parts++)
    found = next_separator(found + width, end, separator, width);
  lua_settop(L, 2);
  lua_createtable(L, (int)(parts & 0x7FFFFFFF), 0);
  for (lua_Integer part = 1; part <= parts; part++) {
    const char *found = next_separator(at, end, separator, width);
    lua_pushlstring(L, at, (size_t)(found - at));
    lua_rawseti(L, 3, part);
    at = found + width;
  }
  return 1;
}
