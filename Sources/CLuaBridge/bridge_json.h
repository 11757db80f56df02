// Values of Lua's written as JSON into a buffer.
#ifndef LUNADIFF_BRIDGE_JSON_H
#define LUNADIFF_BRIDGE_JSON_H

#include <string.h>

#include "bridge_internal.h"

static inline void lb_refuse(lua_State *L) {
  lb_of(L)->refused = true;
  luaL_error(L, "not enough memory");
}

// Makes room for so many more bytes of a buffer, and returns where they go.
static inline uint8_t *lb_room(lua_State *L, lb_buffer *output, size_t length) {
  if (length > output->capacity - output->count && !lb_buffer_reserve(output, length)) lb_refuse(L);
  return output->bytes + output->count;
}

static inline void lb_put(lua_State *L, lb_buffer *output, const void *bytes, size_t length) {
  memcpy(lb_room(L, output, length), bytes, length);
  output->count += length;
}

bool lb_put_text(lua_State *L, lb_buffer *output, const char *text, size_t length);
bool lb_put_value(lua_State *L, lb_buffer *output);

#endif
