#include "CIsal.h"

#if defined(__linux__) && !defined(WITHOUT_ISAL)
#if __has_include(<isa-l/igzip_lib.h>)
#define HAS_ISAL
#endif
#endif

#ifdef HAS_ISAL

#include <dlfcn.h>
#include <isa-l/igzip_lib.h>
#include <pthread.h>
#include <stdlib.h>

struct lunadiff_isal_stream {
  struct inflate_state state;
};

// The name says which layout of the state a library knows: that of the header here.
static const char *const library_name = "libisal.so.2";

static struct {
  void (*init)(struct inflate_state *);
  int (*inflate)(struct inflate_state *);
} isal;

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void find_library(void) {
  void *library = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return;
  // POSIX has addresses of functions fit into pointers; C itself does not convert them.
  *(void **)&isal.inflate = dlsym(library, "isal_inflate");
  *(void **)&isal.init = dlsym(library, "isal_inflate_init");
}

lunadiff_isal_stream *lunadiff_isal_open(void) {
  pthread_once(&once, find_library);
  if (isal.init == NULL || isal.inflate == NULL) return NULL;
  lunadiff_isal_stream *stream = malloc(sizeof *stream);
  if (stream != NULL) lunadiff_isal_reset(stream);
  return stream;
}

void lunadiff_isal_reset(lunadiff_isal_stream *stream) {
  isal.init(&stream->state);
  stream->state.crc_flag = ISAL_GZIP;
}

lunadiff_isal_status lunadiff_isal_inflate(
    lunadiff_isal_stream *stream, const uint8_t *input, uint32_t *input_count, uint8_t *output, uint32_t *output_count) {
  struct inflate_state *state = &stream->state;
  // It is only read.
  state->next_in = (uint8_t *)(uintptr_t)input;
  state->avail_in = *input_count;
  state->next_out = output;
  state->avail_out = *output_count;
  int result = isal.inflate(state);
  *input_count = state->avail_in;
  *output_count = state->avail_out;
  if (result != ISAL_DECOMP_OK && result != ISAL_END_INPUT && result != ISAL_OUT_OVERFLOW) {
    return LUNADIFF_ISAL_DAMAGED;
  }
  return state->block_state == ISAL_BLOCK_FINISH ? LUNADIFF_ISAL_END : LUNADIFF_ISAL_MORE;
}

void lunadiff_isal_close(lunadiff_isal_stream *stream) { free(stream); }

#else

lunadiff_isal_stream *lunadiff_isal_open(void) { return NULL; }
void lunadiff_isal_reset(lunadiff_isal_stream *stream) { (void)stream; }
lunadiff_isal_status lunadiff_isal_inflate(
    lunadiff_isal_stream *stream, const uint8_t *input, uint32_t *input_count, uint8_t *output, uint32_t *output_count) {
  (void)stream, (void)input, (void)input_count, (void)output, (void)output_count;
  return LUNADIFF_ISAL_DAMAGED;
}
void lunadiff_isal_close(lunadiff_isal_stream *stream) { (void)stream; }

#endif
