import CLuaBridge

extension LuaState {
  /// Compiles a chunk of text; binary chunks are refused.
  ///
  /// - Parameters:
  ///   - source: UTF-8 or any bytes; a byte order mark and a first line with `#` are skipped.
  ///   - name: what messages call it, usually the file's path.
  ///   - environment: where its globals go; `nil`: to those that all chunks share.
  /// - Throws: `LuaError` of kind `.syntax` with its line.
  package func load(
    _ source: [UInt8], name: String, environment: LuaTable? = nil
  ) throws(LuaError) -> LuaFunction {
    let scope = environment.map { LuaValue.table($0) } ?? .nil
    let result = try perform(LB_DO_LOAD, [.string(source), .string(name), scope])
    guard case .function(let chunk)? = result.first else { throw .closed }
    return chunk
  }

  /// Compiles and runs a chunk of text; returns what it returns.
  @discardableResult
  package func run(
    _ source: String, name: String = "chunk", environment: LuaTable? = nil,
    arguments: [LuaValue] = []
  ) throws(LuaError) -> [LuaValue] {
    try call(load(Array(source.utf8), name: name, environment: environment), arguments)
  }

  /// Where `require` looks for modules: `directory/?.lua`, then `directory/?/init.lua`, in order.
  package func setModuleDirectories(_ directories: [String]) throws(LuaError) {
    var known: Set<String> = []
    let distinct = directories.filter { known.insert($0).inserted }
    _ = try perform(LB_DO_DIRECTORIES, distinct.map { .string($0) })
  }

  /// Makes `require "name"` give this value.
  package func setModule(_ name: String, _ value: LuaValue) throws(LuaError) {
    _ = try perform(LB_DO_MODULE, [.string(name), value])
  }

  /// The files that `require` has run, in order.
  package func requiredFiles() throws(LuaError) -> [String] {
    try perform(LB_DO_FILES, []).compactMap { $0.text }
  }
}

/// What the `require` of one file finds, beside what the host provides by name.
package struct LuaModules: Sendable, Equatable {
  /// Modules as text, which go before any file.
  package var texts: [LuaModule]
  /// Where other modules are looked for.
  package var directories: [String]
  /// What a message says, below the places, where there is no such module.
  package var advice: String

  package init(texts: [LuaModule] = [], directories: [String] = [], advice: String = "") {
    self.texts = texts
    self.directories = directories
    self.advice = advice
  }
}

/// A module as text, for `require`.
package struct LuaModule: Sendable, Equatable {
  /// What `require` is given, such as `money.helper`.
  package let name: String
  /// The file that messages name.
  package let path: String
  /// The Lua text.
  package let text: [UInt8]

  package init(name: String, path: String, text: [UInt8]) {
    self.name = name
    self.path = path
    self.text = text
  }
}
