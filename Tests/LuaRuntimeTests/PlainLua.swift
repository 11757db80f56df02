import CLua

/// What a chunk returns in a state of Lua as it comes, with the library's own string functions.
func plainLua(_ source: String) -> String {
  guard let state = luaL_newstate() else { return "no memory" }
  defer { lua_close(state) }
  luaL_openlibs(state)
  if luaL_loadbufferx(state, source, source.utf8.count, "=patterns", "t") == LUA_OK {
    lua_callk(state, 0, 1, 0, nil)
  }
  var length = 0
  guard let bytes = lua_tolstring(state, -1, &length) else { return "not a string" }
  return UnsafeRawBufferPointer(start: bytes, count: length).withMemoryRebound(to: UInt8.self) {
    String(decoding: $0, as: UTF8.self)
  }
}
