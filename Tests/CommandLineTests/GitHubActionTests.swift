import Foundation
import TestSupport
import Testing

/// What the GitHub action runs once the program is installed.
@Suite struct GitHubActionTests {
  private func compare(
    _ environment: String = "", old: String = "id,price\n1,1.00\n2,2.00\n",
    new: String = "id,price\n1,50 %: yes\n3,9\n"
  ) async throws -> (run: ProcessResult, files: (String) throws -> String) {
    let lunadiff = try Lunadiff()
    try lunadiff.directory.write(old, to: "old.csv")
    try lunadiff.directory.write(new, to: "new.csv")
    let run = try await lunadiff.shell(
      """
      GITHUB_STEP_SUMMARY=summary GITHUB_OUTPUT=output OLD=old.csv NEW=new.csv \(environment) \
      '\(BuiltProducts.packageRoot)/integrations/github/compare'
      """)
    return (run, { String(decoding: try lunadiff.directory.read($0), as: UTF8.self) })
  }

  @Test("changes are annotations of the new file, in GitHub's spelling")
  func annotations() async throws {
    let (run, _) = try await compare("ARGUMENTS=--key=id REPORT=")
    #expect(run.status == 1)
    #expect(
      run.outputText == """
        ::notice file=new.csv,title=updated::1  price: 1.00 → 50 %25: yes
        ::notice file=new.csv,title=deleted::2  price: 2.00
        ::notice file=new.csv,title=inserted::3  price: 9

        """)
  }

  @Test("what explains many changes is an annotation, too, and stands in the summary")
  func findings() async throws {
    func rows(_ digits: String) -> String { "id,price\n" + (1...30).map { "\($0),\($0).12\(digits)\n" }.joined() }
    let (run, files) = try await compare("ARGUMENTS=--key=id REPORT=", old: rows("3"), new: rows(""))
    let finding = "price: 30 of 30 changed values differ by -0.003"
    #expect(run.outputText.contains("::warning file=new.csv,title=what explains many changes::\(finding)\n"))
    #expect(try files("summary").contains("- \(finding): `lunadiff diff old.csv new.csv --key=id --eval"))
  }

  @Test("the summary of the job is Markdown, the outputs are the status and the report")
  func summary() async throws {
    let (run, files) = try await compare("ARGUMENTS=--key=id REPORT=page.html")
    #expect(run.status == 1)
    #expect(try files("summary").hasPrefix("### `old.csv` → `new.csv`\n"))
    #expect(try files("output") == "status=1\nreport=page.html\n")
    #expect(try files("page.html").contains("<!DOCTYPE html>"))
  }

  @Test("arguments come a line each, spaces and all")
  func arguments() async throws {
    let (run, files) = try await compare(
      "ARGUMENTS='--key=id\n-e\nignore = { \"price\" }\n--fail-on=updated' REPORT=")
    #expect(run.status == 0)
    #expect(try files("output") == "status=0\n")
  }

  /// Runs what installs the package, where `curl` gives files of a directory and `sudo` says what it was asked for.
  ///
  /// The shell writes these programs: a file that another test's child still holds open for writing cannot be run.
  private func install(_ environment: String, sums: String) async throws -> ProcessResult {
    let lunadiff = try Lunadiff()
    try lunadiff.directory.write("package", to: "release/lunadiff_0.1.0_amd64.deb")
    if !sums.isEmpty { try lunadiff.directory.write(sums, to: "release/SHA256SUMS") }
    return try await lunadiff.shell(
      """
      mkdir bin
      echo 'cp "$PWD/release/${4##*/}" "$3"' >bin/curl; echo 'echo "$@"' >bin/sudo; echo 'echo amd64' >bin/dpkg
      sed -i '1i #!/bin/sh' bin/*; chmod +x bin/*
      PATH="$PWD/bin:$PATH" RUNNER_TEMP=. REPOSITORY=a/b VERSION=0.1.0 \(environment) \
      '\(BuiltProducts.packageRoot)/integrations/github/install'
      """)
  }

  /// That of the text `package`.
  private static let digest =
    "bc4a71180870f7945155fbb02f4b0a2e3faa2a62d6d31b7039013055ed19869a"

  @Test(
    "a package is installed only if its digest is the one that is asked for, or that the release lists"
  )
  func digests() async throws {
    let right = Self.digest
    let name = "lunadiff_0.1.0_amd64.deb"
    for (environment, sums) in [
      ("SHA256=\(right)", ""), ("SHA256=\(right.uppercased())", ""),
      ("SHA256=", "\(right)  \(name)\n"),
    ] {
      let run = try await install(environment, sums: sums)
      #expect(run.status == 0 && run.outputText == "dpkg -i \(name)\n", "\(run.outputText)")
    }
    let wrong = String(right.reversed())
    for (environment, sums, words) in [
      ("SHA256=\(wrong)", "\(right)  \(name)\n", "\(name) has the SHA-256 \(right), not \(wrong)"),
      ("SHA256=", "\(wrong)  \(name)\n", "\(name) has the SHA-256 \(right), not \(wrong)"),
      ("SHA256=", "\(right)  other.deb\n", "\(name) is not in https://github.com/a/b/releases"),
      ("SHA256=", "", "there is no https://github.com/a/b/releases/download/v0.1.0/SHA256SUMS"),
    ] {
      let run = try await install(environment, sums: sums)
      #expect(run.status == 2)
      #expect(
        run.outputText.hasPrefix("::error title=lunadiff is not installed::\(words)"),
        "\(run.outputText)")
    }
  }

  @Test("the action installs by what checks the digest")
  func installing() throws {
    let action = try String(
      contentsOfFile: "\(BuiltProducts.packageRoot)/action.yml", encoding: .utf8)
    #expect(action.contains("integrations/github/install"))
    #expect(!action.contains("dpkg -i"))
  }

  @Test("what cannot be compared is an error's annotation and status 2")
  func trouble() async throws {
    let (run, files) = try await compare("ARGUMENTS=--key=id REPORT=page.html", new: "id\n1,2,3\n")
    #expect(run.status == 2)
    #expect(run.outputText.hasPrefix("::error file=new.csv,title=lunadiff cannot compare::"))
    #expect(try files("output") == "status=2\n")
  }
}
