#include "CPlatform.h"

#include <string.h>

#if defined(__APPLE__)
#include <crt_externs.h>
#else
extern char **environ;
#endif

char *const *lunadiff_environment(void) {
#if defined(__APPLE__)
  return *_NSGetEnviron();
#else
  return environ;
#endif
}

const char *lunadiff_only_variable(const char *prefix) {
  const char *found = NULL;
  for (char *const *next = lunadiff_environment(); next && *next; next++) {
    const char *value = strchr(*next, '=');
    if (!value || strncmp(*next, prefix, strlen(prefix)) != 0) continue;
    if (found) return NULL;
    found = value + 1;
  }
  return found;
}
