// Inflating gzip with ISA-L, which takes a quarter of zlib's time.
//
// The library is looked for when the first stream is opened: a program that was built with its header runs where the library
// is missing, and a static one needs no archive of it, which Debian does not have.
#ifndef LUNADIFF_ISAL_H
#define LUNADIFF_ISAL_H

#include <stddef.h>
#include <stdint.h>

/// A stream that inflates one member of gzip after the other.
typedef struct lunadiff_isal_stream lunadiff_isal_stream;

/// How far a call has come.
typedef enum {
  /// The member goes on, with more input or more room.
  LUNADIFF_ISAL_MORE,
  /// The member has ended, and its checksum and size are right.
  LUNADIFF_ISAL_END,
  /// The member is damaged.
  LUNADIFF_ISAL_DAMAGED,
} lunadiff_isal_status;

/// A stream; NULL where the machine has no ISA-L, or no memory.
lunadiff_isal_stream *lunadiff_isal_open(void);

/// Begins the next member.
void lunadiff_isal_reset(lunadiff_isal_stream *stream);

/// Inflates as much as there is input and room for, and leaves in the counts what was not used of them.
lunadiff_isal_status lunadiff_isal_inflate(
    lunadiff_isal_stream *stream, const uint8_t *input, uint32_t *input_count, uint8_t *output, uint32_t *output_count);

void lunadiff_isal_close(lunadiff_isal_stream *stream);

#endif
