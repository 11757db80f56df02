import LuaRuntime
import Platform
import Comparing
import Records
import Rules

/// The rules of a request: those of its Lua sources in order, and its flags over them.
package struct RequestedRules {
  @Shared package internal(set) var ruleSet: RuleSet
  package let program: RuleProgram?
  package var scripts: (any ScriptedRules)? { program }

  package init(_ options: ComparisonOptions) throws {
    guard !options.rules.isEmpty else {
      try options.checkPlugins()
      self.init(sharing: options.$flags)
      return
    }
    if let known = options.knownRules {
      self = try known.rules(of: options)
    } else {
      try self.init(Self.program(of: options), overriddenBy: options.flags)
    }
  }

  init(_ rules: RuleSet, of program: RuleProgram) {
    ruleSet = rules
    self.program = program
  }

  package init(_ rules: RuleSet) { self.init(sharing: Shared(wrappedValue: rules)) }

  private init(sharing rules: Shared<RuleSet>) {
    _ruleSet = rules
    program = nil
  }

  package init(_ program: RuleProgram, overriddenBy rules: RuleSet) throws {
    let loaded = try program.load()
    ruleSet = loaded.ruleSet.overridden(by: rules)
    program.keep(loaded)
    self.program = program
  }

  package static func program(of options: ComparisonOptions) throws -> RuleProgram {
    RuleProgram(sources: try options.rules.map(source), in: options.environment)
  }

  package static func source(_ source: DiffRequest.RuleSource) throws -> RuleProgram.Source {
    switch source {
    case .file(let path): try RuleProgram.Source(path: path)
    case .text(let text, let name, let directory):
      RuleProgram.Source(name: name, text: Array(text.utf8), in: directory, allowsExpression: true)
    case .part(let rules):
      RuleProgram.Source(name: rules.name, text: rules.text, in: FilePath.directory(of: rules.name), part: rules.part)
    case .project(let files, let inputs):
      RuleProgram.Source(name: files.path, text: files.main, in: nil, modules: files.modules, inputs: inputs)
    }
  }
}

extension ComparisonOptions {
  /// Makes sure that plug-ins work which the user named, though nothing else may load them.
  package func checkPlugins() throws {
    guard !plugins.files.isEmpty || plugins.required != nil else { return }
    // Beside the others, which they may require.
    try pluginProgram.check()
  }
}

extension ComparisonOptions {
  /// The files that rules `require` or look up as they are loaded; none where they do not load, which is said where
  /// they run.
  package var modules: [String] {
    var options = self
    // Rules that are loaded to see what they need are not those that somebody looks at.
    options.debugger = nil
    do {
      let program = try RequestedRules.program(of: options)
      return try program.load(isAgain: true).state.requiredFiles() + program.lookups.paths
    } catch { return [] }
  }
}
