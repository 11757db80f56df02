// Single-byte parts of a pattern as sets: characters, classes and brackets. Always those of the C
// locale, whatever the process has set.
#include "pattern_internal.h"

static bool between(int byte, int low, int high) { return low <= byte && byte <= high; }

static bool is_letter(int byte) { return between(byte | 32, 'a', 'z'); }

static bool is_digit(int byte) { return between(byte, '0', '9'); }

static bool is_graphic(int byte) { return between(byte, 33, 126); }

// Whether `name`, in lower case, names a class of bytes.
static bool is_class(int name) {
  for (const char *at = "acdglpsuwxz"; *at != 0; at++)
    if (*at == name) return true;
  return false;
}

static bool in_class(int byte, int name) {
  switch (name) {
    case 'a': return is_letter(byte);
    case 'c': return byte < 32 || byte == 127;
    case 'd': return is_digit(byte);
    case 'g': return is_graphic(byte);
    case 'l': return between(byte, 'a', 'z');
    case 'p': return is_graphic(byte) && !is_letter(byte) && !is_digit(byte);
    case 's': return byte == ' ' || between(byte, 9, 13);
    case 'u': return between(byte, 'A', 'Z');
    case 'w': return is_letter(byte) || is_digit(byte);
    case 'x': return is_digit(byte) || between(byte | 32, 'a', 'f');
    default: return byte == 0;
  }
}

static void add_range(lp_byteset *set, int low, int high) {
  for (int byte = low; byte <= high; byte++) lp_set_add(set, (uint8_t)byte);
}

// Adds what `%name` stands for: a class, its complement in upper case, or the byte itself.
static void add_escape(lp_byteset *set, uint8_t name) {
  bool complement = between(name, 'A', 'Z');
  int class = complement ? name | 32 : name;
  if (!is_class(class)) {
    lp_set_add(set, name);
    return;
  }
  for (int byte = 0; byte < 256; byte++)
    if (in_class(byte, class) != complement) lp_set_add(set, (uint8_t)byte);
}

// `at` is behind the opening bracket, `end` at the closing one.
static lp_byteset bracket(const char *at, const char *end) {
  lp_byteset set = {{0}};
  bool complement = *at == '^';
  if (complement) at++;
  while (at < end) {
    uint8_t byte = (uint8_t)*at;
    if (byte == '%') {
      add_escape(&set, (uint8_t)at[1]);
      at += 2;
    } else if (end - at > 2 && at[1] == '-') {
      add_range(&set, byte, (uint8_t)at[2]);
      at += 3;
    } else {
      lp_set_add(&set, byte);
      at++;
    }
  }
  for (int word = 0; complement && word < 4; word++) set.words[word] = ~set.words[word];
  return set;
}

// The first byte in a bracket never closes it, nor does an escaped one.
static const char *bracket_end(const char *at, const char *end) {
  if (at < end && *at == '^') at++;
  for (bool first = true; at < end; first = false) {
    if (*at == ']' && !first) return at + 1;
    at += *at == '%' && end - at > 1 ? 2 : 1;
  }
  return NULL;
}

// Behind the single-byte part at `at`, or null with what is wrong.
const char *lp_class_end(const char *at, const char *end, lp_problem *problem) {
  char byte = *at++;
  if (byte == '%' && at == end) {
    *problem = LP_ENDS_WITH_PERCENT;
    return NULL;
  }
  if (byte == '%') return at + 1;
  if (byte != '[') return at;
  const char *behind = bracket_end(at, end);
  if (behind == NULL) *problem = LP_UNCLOSED_SET;
  return behind;
}

lp_byteset lp_class_set(const char *at, const char *class_end) {
  lp_byteset set = {{0}};
  if (*at == '[') return bracket(at + 1, class_end - 1);
  if (*at == '.') add_range(&set, 0, 255);
  else if (*at == '%') add_escape(&set, (uint8_t)at[1]);
  else lp_set_add(&set, (uint8_t)*at);
  return set;
}

int lp_set_count(const lp_byteset *set) {
  int count = 0;
  for (int word = 0; word < 4; word++) count += __builtin_popcountll(set->words[word]);
  return count;
}

// Of a set that is not empty.
uint8_t lp_set_lowest(const lp_byteset *set) {
  int word = 0;
  while (word < 3 && set->words[word] == 0) word++;
  return (uint8_t)(word * 64 + __builtin_ctzll(set->words[word] | (uint64_t)1 << 63));
}
