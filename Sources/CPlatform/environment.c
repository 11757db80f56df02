#include "CPlatform.h"

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
