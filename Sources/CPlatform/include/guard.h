// Mapped files that shrink: reading behind their end gives zeros instead of SIGBUS.
#ifndef LUNADIFF_GUARD_H
#define LUNADIFF_GUARD_H

#include <stddef.h>

// Takes over SIGBUS for guarded mappings; every other one goes to the handler that was there before. Returns 0 if it cannot.
int lunadiff_guard_install(void);

// Guards a mapping. Returns its slot, or -1 if all are taken or the handler is not installed.
int lunadiff_guard_add(void *memory, size_t count);

// Ends the guard.
void lunadiff_guard_remove(int slot);

// Whether no read went behind the end of the file.
int lunadiff_guard_is_intact(int slot);

#endif
