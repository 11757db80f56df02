// Which lines of the chunks of a state ran, how often, and which line came after which.
#include "../bridge_internal.h"

#include <stdlib.h>
#include <string.h>

typedef struct chunk {
  const void *source;  // Lua's own string, which the chunk's function keeps: all its functions have it
  lb_buffer name, code;
  uint64_t *lines;     // by line
  uint64_t *calls;     // of the function that begins in a line; 0: the chunk itself
  int32_t *heads;      // by line: one more than the number of its first step
  int32_t line_count;
  lb_step *steps;
  int32_t *next;       // by step: one more than the number of the line's next one
  int32_t step_count, step_capacity;
} chunk;

// A call under way, and the line that it is in.
typedef struct frame {
  const void *call;
  int32_t line;
} frame;

struct lb_coverage {
  chunk *chunks;
  size_t count;
  const chunk *last;
  frame *frames;       // open addressing by the call
  size_t frame_mask, frame_count;
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
    free(chunk->heads);
    free(chunk->steps);
    free(chunk->next);
  }
  free(coverage->chunks);
  free(coverage->frames);
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

// MARK: Calls under way

static frame *slot(frame *frames, size_t mask, const void *call) {
  size_t place = ((uintptr_t)call >> 4) * 0x9E3779B97F4A7C15u >> 16 & mask;
  while (frames[place].call != NULL && frames[place].call != call) place = (place + 1) & mask;
  return frames + place;
}

static bool grow_frames(lb_coverage *coverage) {
  size_t capacity = coverage->frames == NULL ? 64 : 2 * (coverage->frame_mask + 1);
  frame *frames = calloc(capacity, sizeof *frames);
  if (frames == NULL) return false;
  for (size_t index = 0; coverage->frames != NULL && index <= coverage->frame_mask; index++) {
    frame *old = coverage->frames + index;
    if (old->call != NULL) *slot(frames, capacity - 1, old->call) = *old;
  }
  free(coverage->frames);
  coverage->frames = frames;
  coverage->frame_mask = capacity - 1;
  return true;
}

// What is known of a call. Lua has no name for one but the address that its own record of it has.
static frame *frame_of(lb_coverage *coverage, const void *call) {
  bool full = coverage->frames == NULL || 2 * coverage->frame_count > coverage->frame_mask;
  if (full && !grow_frames(coverage)) return NULL;
  frame *found = slot(coverage->frames, coverage->frame_mask, call);
  if (found->call == NULL) {
    *found = (frame){call, 0};
    coverage->frame_count++;
  }
  return found;
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
  int32_t *heads = realloc(chunk->heads, (size_t)count * sizeof *heads);
  if (heads == NULL) return false;
  chunk->heads = heads;
  size_t more = (size_t)(count - chunk->line_count);
  memset(lines + chunk->line_count, 0, more * sizeof *lines);
  memset(calls + chunk->line_count, 0, more * sizeof *calls);
  memset(heads + chunk->line_count, 0, more * sizeof *heads);
  chunk->line_count = count;
  return true;
}

static bool grow_steps(chunk *chunk) {
  if (chunk->step_count < chunk->step_capacity) return true;
  int32_t capacity = 2 * chunk->step_capacity + 32;
  lb_step *steps = realloc(chunk->steps, (size_t)capacity * sizeof *steps);
  if (steps == NULL) return false;
  chunk->steps = steps;
  int32_t *next = realloc(chunk->next, (size_t)capacity * sizeof *next);
  if (next == NULL) return false;
  chunk->next = next;
  chunk->step_capacity = capacity;
  return true;
}

static void count_step(chunk *chunk, int32_t from, int32_t to) {
  for (int32_t at = chunk->heads[from]; at != 0; at = chunk->next[at - 1]) {
    if (chunk->steps[at - 1].to != to) continue;
    chunk->steps[at - 1].count++;
    return;
  }
  if (!grow_steps(chunk)) return;
  chunk->steps[chunk->step_count] = (lb_step){from, to, 1};
  chunk->next[chunk->step_count] = chunk->heads[from];
  chunk->heads[from] = ++chunk->step_count;
}

void lb_cover(lb_coverage *coverage, lua_State *L, lua_Debug *event) {
  if (event->event == LUA_HOOKRET) return;
  frame *frame = frame_of(coverage, event->i_ci);
  if (frame == NULL) return;
  if (event->event != LUA_HOOKLINE) {
    frame->line = 0;
    return;
  }
  int32_t line = event->currentline;
  chunk *chunk = find_chunk(coverage, source_of(L, event));
  if (chunk == NULL || line < 0 || !grow_lines(chunk, line)) return;
  chunk->lines[line]++;
  if (frame->line > 0) count_step(chunk, frame->line, line);
  else chunk->calls[event->linedefined]++;
  frame->line = line;
}

// MARK: Reading

size_t lb_coverage_count(const lb_coverage *coverage) { return coverage->count; }

lb_covered lb_coverage_chunk(const lb_coverage *coverage, size_t index) {
  const chunk *chunk = coverage->chunks + index;
  return (lb_covered){
    .name = chunk->name, .code = chunk->code, .lines = chunk->lines,
    .calls = chunk->calls, .line_count = chunk->line_count, .steps = chunk->steps, .step_count = chunk->step_count};
}
