import Rules

/// Two inputs and how they are compared.
package struct DiffRequest: Sendable {
  package enum RuleSource: Sendable, Equatable {
    /// A rules file; where there is none of this name, `plugin:name` is rules of a plug-in.
    case file(String)
    /// Rules as text, their name in messages, and the directory where they find modules and data, if there is one.
    case text(String, name: String, directory: String? = nil)
    case part(ManifestRules)
    /// What a project says for the inputs at a path below its directory; without a path, its rules.
    case project(PackageFiles, inputs: String?)
  }

  /// The path of the old input; `-` is standard input.
  package var old: String
  package var new: String
  package var options: ComparisonOptions

  package init(old: String, new: String, options: ComparisonOptions = ComparisonOptions()) {
    (self.old, self.new, self.options) = (old, new, options)
  }
}

extension DiffRequest {
  package struct ManifestRules: Sendable, Equatable {
    package let name: String
    let text: [UInt8]
    let part: ManifestPart

    package init(name: String, text: [UInt8], part: ManifestPart) {
      self.name = name
      self.text = text
      self.part = part
    }
  }
}
