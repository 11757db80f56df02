// A run of bytes that grows.
#include "bridge_internal.h"

#include <stdlib.h>
#include <string.h>

void lb_buffer_free(lb_buffer *buffer) {
  free(buffer->bytes);
  *buffer = (lb_buffer){0};
}

bool lb_buffer_reserve(lb_buffer *buffer, size_t extra) {
  if (extra <= buffer->capacity - buffer->count) return true;
  size_t capacity = buffer->capacity < 128 ? 256 : buffer->capacity * 2;
  if (capacity < buffer->count + extra) capacity = buffer->count + extra;
  uint8_t *bytes = realloc(buffer->bytes, capacity);
  if (bytes == NULL) return false;
  buffer->bytes = bytes;
  buffer->capacity = capacity;
  return true;
}

bool lb_append(lb_buffer *buffer, const void *bytes, size_t length) {
  if (!lb_buffer_reserve(buffer, length)) return false;
  if (length != 0) memcpy(buffer->bytes + buffer->count, bytes, length);
  buffer->count += length;
  return true;
}
