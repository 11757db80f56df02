#ifndef LUNADIFF_CARGUMENTS_H
#define LUNADIFF_CARGUMENTS_H

/// The process's arguments as the C library gave them at the start, the program's name first; ends with NULL.
///
/// NULL on systems where they cannot be had in this way.
char *const *lunadiff_arguments(void);

#endif
