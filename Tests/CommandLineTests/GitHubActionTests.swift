import Foundation
import TestSupport
import Testing

/// What the GitHub action runs once the program is installed.
@Suite struct GitHubActionTests {
  private func compare(
    _ environment: String = "", new: String = "id,price\n1,50 %: yes\n3,9\n"
  ) async throws -> (run: ProcessResult, files: (String) throws -> String) {
    let lunadiff = try Lunadiff()
    try lunadiff.directory.write("id,price\n1,1.00\n2,2.00\n", to: "old.csv")
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

  @Test("what cannot be compared is an error's annotation and status 2")
  func trouble() async throws {
    let (run, files) = try await compare("ARGUMENTS=--key=id REPORT=page.html", new: "id\n1,2,3\n")
    #expect(run.status == 2)
    #expect(run.outputText.hasPrefix("::error file=new.csv,title=lunadiff cannot compare::"))
    #expect(try files("output") == "status=2\n")
  }
}
