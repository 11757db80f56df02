enum LuaRuntimePlaceholder {}
