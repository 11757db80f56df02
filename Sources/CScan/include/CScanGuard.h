// Mapped files that shrink: reading behind their end gives zeros instead of SIGBUS.
#ifndef LUNADIFF_CSCAN_GUARD_H
#define LUNADIFF_CSCAN_GUARD_H

#include <stddef.h>

// Guards a mapping. Returns its slot, or -1 if all are taken or signals cannot be handled.
int lunadiff_guard_add(void *memory, size_t count);

// Ends the guard.
void lunadiff_guard_remove(int slot);

// Whether no read went behind the end of the file.
int lunadiff_guard_is_intact(int slot);

#endif
