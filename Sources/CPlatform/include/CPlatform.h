// What Swift cannot ask of the system itself.
#ifndef LUNADIFF_CPLATFORM_H
#define LUNADIFF_CPLATFORM_H

#include "bytes.h"
#include "guard.h"

// How many cores this process may run on; at least 1.
int lunadiff_core_count(void);

// The environment that a program is started with.
char *const *lunadiff_environment(void);

// The value of the only variable whose name begins with a prefix; null where there is none, or more than one.
const char *lunadiff_only_variable(const char *prefix);

#endif
