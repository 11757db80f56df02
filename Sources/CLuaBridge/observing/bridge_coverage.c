// Counts how often each line of a state's chunks ran and each function was called.
#include "../bridge_internal.h"

#include <stdlib.h>
#include <string.h>

typedef struct chunk {
  const void *source;  // Lua's own string, which the chunk's function keeps: all its functions have it
  lb_buffer name, code;
  uint64_t *lines;     // by line
  uint64_t *calls;     // of the function that begins in a line; 0: the chunk itself
  int32_t line_count;
} chunk;

struct lb_coverage {
  chunk *chunks;
  size_t count;
  const chunk *last;
};

lb_coverage *lb_coverage_create(void) { return calloc(1, sizeof(lb_coverage)); }

void lb_coverage_free(lb_coverage *coverage) {
  if (coverage == NULL) return;
  for (size_t index = 0; index < coverage->count; index++) {
    chunk *chunk = coverage->chunks + index;
    lb_buffer_free(&chunk->name);
    lb_buffer_free(&chunk->code);
    free(chunk->lines);
    free(chunk->calls);
  }
  free(coverage->chunks);
  free(coverage);
}

static int write_code(lua_State *L, const void *bytes, size_t length, void *buffer) {
  (void)L;
  return lb_append(buffer, bytes, length) ? 0 : 1;
}

static const char *source_of(lua_State *L, lua_Debug *event) {
  lua_getinfo(L, "S", event);
  return event->source;
}

static chunk *find_chunk(lb_coverage *coverage, const void *source) {
  if (coverage->last != NULL && coverage->last->source == source) return (chunk *)coverage->last;
  for (size_t index = 0; index < coverage->count; index++) {
    if (coverage->chunks[index].source != source) continue;
    coverage->last = coverage->chunks + index;
    return coverage->chunks + index;
  }
  return NULL;
}

// Begins to count the lines of the chunk whose function is on top of the stack.
void lb_cover_chunk(lua_State *L) {
  lb_coverage *coverage = lb_of(L)->coverage;
  if (coverage == NULL) return;
  lua_Debug function;
  lua_pushvalue(L, -1);
  lua_getinfo(L, ">S", &function);
  if (*function.source != '@' || find_chunk(coverage, function.source) != NULL) return;
  chunk *chunks = realloc(coverage->chunks, (coverage->count + 1) * sizeof *chunks);
  if (chunks == NULL) return;
  coverage->chunks = chunks;
  coverage->last = NULL;
  chunk *added = chunks + coverage->count++;
  *added = (chunk){.source = function.source};
  lb_append(&added->name, function.source + 1, strlen(function.source) - 1);
  lua_dump(L, write_code, &added->code, 0);
  // What is kept keeps its source, so that no other chunk's can have the same address.
  lua_pushvalue(L, -1);
  luaL_ref(L, LUA_REGISTRYINDEX);
}

// MARK: Counting

static bool grow_lines(chunk *chunk, int32_t line) {
  if (line < chunk->line_count) return true;
  int32_t count = line + 64;
  uint64_t *lines = realloc(chunk->lines, (size_t)count * sizeof *lines);
  if (lines == NULL) return false;
  chunk->lines = lines;
  uint64_t *calls = realloc(chunk->calls, (size_t)count * sizeof *calls);
  if (calls == NULL) return false;
  chunk->calls = calls;
  size_t more = (size_t)(count - chunk->line_count);
  memset(lines + chunk->line_count, 0, more * sizeof *lines);
  memset(calls + chunk->line_count, 0, more * sizeof *calls);
  chunk->line_count = count;
  return true;
}

void lb_cover(lb_coverage *coverage, lua_State *L, lua_Debug *event) {
  if (event->event == LUA_HOOKRET) return;
  chunk *chunk = find_chunk(coverage, source_of(L, event));
  bool is_line = event->event == LUA_HOOKLINE;
  int32_t line = is_line ? event->currentline : event->linedefined;
  if (chunk == NULL || line < 0 || !grow_lines(chunk, line)) return;
  (is_line ? chunk->lines : chunk->calls)[line]++;
}

// MARK: Reading

size_t lb_coverage_count(const lb_coverage *coverage) { return coverage->count; }

lb_covered lb_coverage_chunk(const lb_coverage *coverage, size_t index) {
  const chunk *chunk = coverage->chunks + index;
  return (lb_covered){
    .name = chunk->name, .code = chunk->code, .lines = chunk->lines, .calls = chunk->calls,
    .line_count = chunk->line_count};
}
