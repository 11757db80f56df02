// All that can raise a Lua error or longjmp, behind functions that never do.
#ifndef LUNADIFF_CLUABRIDGE_H
#define LUNADIFF_CLUABRIDGE_H

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#endif
