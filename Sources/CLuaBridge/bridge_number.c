// Numbers as JSON spells them, of any size, as values of Lua's.
#include "bridge_internal.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The significant digits of a number, none of them zero at either end, and where its point is.
typedef struct significand {
  const char *digits;
  size_t count;
  long long exponent;  // of the first digit
  bool negative;
} significand;

// Takes a JSON number of any length apart; its digits go into `buffer`, which has room for all of it.
// False where it is none, or its exponent beyond what anybody counts.
static bool take_apart(const char *at, const char *end, char *buffer, significand *out) {
  enum { MOST_EXPONENT_DIGITS = 17 };
  long long point = 0, scale = 0;
  size_t count = 0;
  bool after_point = false, minus = false, negative = at < end && *at == '-';
  if (at < end && (*at == '-' || *at == '+')) at++;
  for (; at < end && (isdigit((unsigned char)*at) || *at == '.'); at++) {
    if (*at == '.') {
      after_point = true;
    } else if (count == 0 && *at == '0') {
      if (after_point) point--;
    } else {
      buffer[count++] = *at;
      if (!after_point) point++;
    }
  }
  if (at < end && (*at == 'e' || *at == 'E')) {
    if (++at < end && (*at == '-' || *at == '+')) minus = *at++ == '-';
    while (at + 1 < end && *at == '0') at++;
    // Zero is zero whatever its exponent.
    if (end - at > MOST_EXPONENT_DIGITS && count > 0) return false;
    for (; at < end && isdigit((unsigned char)*at); at++)
      if (count > 0) scale = scale * 10 + (*at - '0');
  }
  while (count > 0 && buffer[count - 1] == '0') count--;
  *out = (significand){buffer, count, point - 1 + (minus ? -scale : scale), negative};
  return at == end;
}

// Whether `number` printed with as many digits as the spelling has says the same: with up to 15 digits it always does.
static bool is_faithful(const significand *text, double number) {
  if (text->count == 0) return true;
  if (!isfinite(number) || text->count > 17) return false;
  if (text->count <= 15 && text->exponent > -300 && text->exponent < 300) return true;
  char printed[40];
  snprintf(printed, sizeof printed, "%.*e", (int)text->count - 1, fabs(number));
  const char *e = strchr(printed, 'e');
  if (e == NULL || strtol(e + 1, NULL, 10) != text->exponent) return false;
  if (printed[0] != text->digits[0]) return false;
  return text->count == 1 || memcmp(printed + 2, text->digits + 1, (size_t)text->count - 1) == 0;
}

// Pushes a number that Lua can say exactly; false where there is none.
static bool push_exact(lua_State *L, const char *bytes, size_t length) {
  significand text;
  char copy[64], digits[64];
  if (length >= sizeof copy || !take_apart(bytes, bytes + length, digits, &text)) return false;
  memcpy(copy, bytes, length);
  copy[length] = 0;
  bool negative_zero = text.count == 0 && text.negative;
  if (lua_stringtonumber(L, copy) == 0) return false;
  if (lua_isinteger(L, -1) && !negative_zero) return true;
  double number = negative_zero ? -0.0 : lua_tonumber(L, -1);
  lua_pop(L, 1);
  if (!is_faithful(&text, number)) return false;
  lua_pushnumber(L, number);
  return true;
}

static void add_zeros(luaL_Buffer *text, long long count) {
  while (count-- > 0) luaL_addchar(text, '0');
}

// 12.5, 0.0001, 12000: with as many zeros as it takes.
static void add_plain(luaL_Buffer *text, const significand *number) {
  long long before = number->exponent + 1, count = (long long)number->count;
  if (before <= 0) {
    luaL_addstring(text, "0.");
    add_zeros(text, -before);
    luaL_addlstring(text, number->digits, number->count);
    return;
  }
  long long whole = before < count ? before : count;
  luaL_addlstring(text, number->digits, (size_t)whole);
  add_zeros(text, before - whole);
  if (whole == count) return;
  luaL_addchar(text, '.');
  luaL_addlstring(text, number->digits + whole, (size_t)(count - whole));
}

// 1e400, 1.25e-400.
static void add_scientific(lua_State *L, luaL_Buffer *text, const significand *number) {
  luaL_addlstring(text, number->digits, 1);
  if (number->count > 1) luaL_addchar(text, '.');
  luaL_addlstring(text, number->digits + 1, number->count - 1);
  lua_pushfstring(L, "e%I", (LUAI_UACINT)number->exponent);
  luaL_addvalue(text);
}

// Pushes the one spelling that all spellings of the number share: 1E400 and 10E399 are one text to Lua,
// as they are one number.
static void push_canonical(lua_State *L, const char *bytes, size_t length) {
  enum { MOST_ZEROS_BEFORE = 7, MOST_PLACES = 40 };
  significand number;
  char *digits = lua_newuserdatauv(L, length + 1, 0);
  if (!take_apart(bytes, bytes + length, digits, &number)) {
    lua_pushlstring(L, bytes, length);
  } else {
    luaL_Buffer text;
    luaL_buffinit(L, &text);
    if (number.negative) luaL_addchar(&text, '-');
    long long places = (long long)number.count > MOST_PLACES ? (long long)number.count : MOST_PLACES;
    if (number.count == 0) luaL_addchar(&text, '0');
    else if (number.exponent >= -MOST_ZEROS_BEFORE && number.exponent < places) add_plain(&text, &number);
    else add_scientific(L, &text, &number);
    luaL_pushresult(&text);
  }
  lua_remove(L, -2);
}

// Pushes a number where Lua can say exactly what is spelled, else its canonical spelling.
void lb_push_number(lua_State *L, const char *bytes, size_t length) {
  if (push_exact(L, bytes, length)) return;
  luaL_checkstack(L, 6, NULL);
  push_canonical(L, bytes, length);
  size_t count;
  const char *text = lua_tolstring(L, -1, &count);
  if (push_exact(L, text, count)) lua_remove(L, -2);
}
