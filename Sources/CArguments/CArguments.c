#include "CArguments.h"

// Says which C library this is.
#include <stdlib.h>

static char *const *arguments;

#if defined(__linux__) && defined(__GLIBC__)
__attribute__((constructor)) static void keep_arguments(int count, char **values) {
  (void)count;
  arguments = values;
}
#endif

char *const *lunadiff_arguments(void) { return arguments; }
