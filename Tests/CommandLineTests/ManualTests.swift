import Foundation
import TestSupport
import Testing

@testable import lunadiff_cli

/// The pages of the manual: complete, and what `man` understands.
@Suite struct ManualTests {
  private static let commands = Lunadiff.commands
  static let names = commands.map(\.name)

  private func page(_ name: String) throws -> String {
    let command = try #require(Self.commands.first { $0.name == name })
    return ManualPage(command).text
  }

  private static func rulesPage() throws -> String {
    try String(
      contentsOfFile: BuiltProducts.packageRoot + "/docs/lunadiff-rules.5", encoding: .utf8)
  }

  @Test("every command that can be called has a description")
  func completeness() {
    let known = LunaDiffCommand.configuration.subcommands.filter { $0.configuration.shouldDisplay }
      .map { $0.commandName }
    #expect(Self.names == known)
  }

  @Test("a page has every flag that the page of help has", arguments: names)
  func flags(name: String) throws {
    let command = try #require(LunaDiffCommand.commands.first { $0.commandName == name })
    let page = try page(name).replacing("\\-", with: "-")
    let help = LunaDiffCommand.helpMessage(for: command, columns: 1000)
    let flags = help.matches(of: /^  (?:-\w, )?(--[\w-]+)/.anchorsMatchLineEndings()).map(\.1)
    #expect(!flags.isEmpty)
    for flag in flags {
      #expect(page.contains("Fl -\(flag.dropFirst(2))"), "\(flag)")
    }
  }

  @Test("a command's own flags come before those that other commands share", arguments: names)
  func ownFirst(name: String) throws {
    let help = try #require(HelpPage(arguments: [name, "--help"])).text
    let headings = help.split(separator: "\n").prefix { $0 != "EXAMPLES:" }
      .filter { $0.first?.isUppercase == true && $0.last == ":" }
    let shared = ["RULES:", "OUTPUT:", "INPUT:", "EXIT STATUS:", "ONE INPUT ALONE:", "LUA AND PLUG-INS:", "LIMITS:"]
    for own in ["ARGUMENTS:", "OPTIONS:", "PAIRS:", "SUMMARY:"] {
      guard let place = headings.firstIndex(where: { $0 == own }) else { continue }
      #expect(headings[..<place].allSatisfy { !shared.contains(String($0)) }, "\(headings)")
    }
    let subsections = try page(name).split(separator: "\n").filter { $0.hasPrefix(".Ss ") }
    let titles = headings.filter { shared.contains(String($0)) }.map { ".Ss \($0.dropLast())" }
    let asked = Set(titles.map { $0.lowercased() })
    let inPage = subsections.map { $0.lowercased() }.filter(asked.contains)
    #expect(inPage == titles.map { $0.lowercased() }.filter(inPage.contains))
  }

  @Test("a page has the sections that a reader looks for", arguments: names)
  func sections(name: String) throws {
    let page = try page(name)
    for section in ["NAME", "SYNOPSIS", "DESCRIPTION", "EXIT STATUS", "EXAMPLES", "SEE ALSO"] {
      #expect(page.contains("\n.Sh \(section)\n"), "\(section)")
    }
  }

  @Test("the page about rules has every field that a rules file may have")
  func ruleFields() async throws {
    let page = try Self.rulesPage()
    let result = try await Lunadiff().run(["-", "/dev/null", "-e", "return { nothing = 1 }"])
    let fields = try #require(
      result.errorText.firstMatch(of: /known rules: ([\w, ]+)/)?.1.split(separator: ", "))
    #expect(fields.count > 10)
    for field in fields {
      let name = field.trimmingCharacters(in: .whitespaces)
      #expect(page.contains(try Regex("\n\\.It Li [^\n]*\\b\(name)\\b")), "\(name)")
    }
  }

  @Test("the page about rules has everything in the library", arguments: ["compare", "text"])
  func library(table: String) async throws {
    let page = try Self.rulesPage()
    let program = try Lunadiff()
    let script = "for name in luna.sorted(luna.\(table)) do print(name) end"
    try script.write(
      toFile: program.directory.path + "/names.lua", atomically: true, encoding: .utf8)
    let names = try await program.run(["run", "names.lua"]).outputText.split(separator: "\n")
    #expect(names.count > 10)
    for name in names {
      let isThere = page.contains(try Regex("\n\\.It [^\n]*\\b\(name)\\b"))
      #expect(isThere, "\(name)")
    }
  }

  @Test("mandoc has nothing to complain about", .enabled(if: Installed.has("mandoc")))
  func lint() async throws {
    let program = try Lunadiff()
    for name in Self.names {
      try page(name).write(
        toFile: "\(program.directory.path)/\(name).1", atomically: true, encoding: .utf8)
    }
    let rules = BuiltProducts.packageRoot + "/docs/lunadiff-rules.5"
    let result = try await program.shell("mandoc -T lint -W warning *.1 '\(rules)'")
    #expect(result.outputText + result.errorText == "")
  }
}

/// Programs of the machine that tests can do without.
enum Installed {
  static func has(_ program: String) -> Bool {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return path.split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
    }
  }
}
