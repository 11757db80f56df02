import Foundation
import TestSupport
import Testing

@testable import lunadiff_cli

/// A folder that came from a stranger: no command runs a program from it, or one that it names.
@Suite struct HostileFolderTests {
  /// Programs, modules of Python, a repository, plug-ins and tests, each of which would leave a file `RAN…`.
  private static let folder = #"""
    canary() { mkdir -p "$(dirname "$1")"; printf '#!/bin/sh\n/usr/bin/touch "%s/RAN-%s"\nexit 1\n' "$PWD" "$2" >"$1"; chmod +x "$1"; }
    mkdir out
    printf 'id,v\n1,a\n2,b\n' >old.csv; printf 'id,v\n1,a\n2,c\n' >new.csv; cp old.csv data.csv
    printf 'SQLite format 3\0' >d.sqlite; echo PAR1 >d.parquet; printf 'PK\003\004[Content_Types].xml' >d.xlsx
    printf '' >empty.sqlite; command -v sqlite3 >out/null && sqlite3 real.sqlite 'create table t(id, v); insert into t values (1, 2)'
    git init -q . && git config user.name A && git config user.email a@b.example && git add old.csv data.csv && git commit -qm one
    printf 'id,v\n1,a\n2,x\n' >data.csv; echo 'data.csv filter=evil diff=evil merge=evil' >.gitattributes; git add . && git commit -qm two
    git cat-file commit HEAD | awk '/^committer/ { print; print "gpgsig -----BEGIN PGP SIGNATURE-----\n \n AA\n -----END PGP SIGNATURE-----"; next } 1' >commit
    git update-ref HEAD "$(git hash-object -t commit -w commit)"; git clone -q --bare . bare; rm bare/config; echo 'id,v' >bare/data.csv
    for program in git sqlite3 duckdb python3 xlsx2csv psql aws less sh cat touch sed; do canary $program $program; done
    for module in duckdb pyarrow sitecustomize site os sys zipfile; do echo "open('$PWD/RAN-$module.py', 'w')" >$module.py; done
    for hook in post-checkout fsmonitor pre-commit; do canary .git/hooks/$hook hook-$hook; done
    for setting in filter.evil.clean filter.evil.smudge filter.evil.process diff.evil.textconv diff.evil.command merge.evil.driver \
      diff.external core.fsmonitor core.pager core.sshCommand core.editor gpg.program remote.origin.uploadpack credential.helper; do
      canary ".git/canaries/$setting" "$setting"; printf '[%s]\n\t%s = "%s"\n' "$(echo "$setting" | awk -F. '{ print (NF > 2 ? $1 " \"" $2 "\"" : $1) }')" "${setting##*.}" "$PWD/.git/canaries/$setting" >>settings
    done
    printf '[log]\n\tshowSignature = true\n[lunadiff]\n\trules = evil.lua\n' >>settings
    cat settings >>.git/config; { printf '[core]\n\tbare = true\n\trepositoryformatversion = 0\n'; cat settings; } >bare/config
    echo 'print "RAN-rules" return { ignore = "v" }' >evil.lua; cp evil.lua bare
    mkdir -p .lunadiff/plugins pwn
    cat >pwn/init.lua <<LUA
    return { name = "pwn", readers = { x = { command = { "touch", "$PWD/RAN-reader" }, extensions = { "pwn", "csv" } },
      y = { command = function(input) input:run { "touch", "$PWD/RAN-run" } return { "touch", "$PWD/RAN-function" } end } } }
    LUA
    cat >pwn/x.test.lua <<'LUA'
    local claimed, named = { old = "d.pwn", new = "d.pwn" }, { old = "x\n", new = "x\n", reader = "pwn:y" }
    claimed.expect, named.expect = { same = true }, { same = true }
    return { claimed, named }
    LUA
    echo x >pwn/d.pwn; cp pwn/init.lua .lunadiff/plugins/pwn.lua; cp evil.lua .lunadiff/rules.lua; cp evil.lua .lunadiff/project.lua
    """#

  /// Each command, as a user would type it there, by its name.
  private static let lines: [String: [String]] = [
    "diff": [
      "old.csv new.csv", "HEAD:data.csv data.csv", "d.sqlite d.sqlite", "d.parquet d.parquet", "d.xlsx d.xlsx",
      "postgres://x/y old.csv --input-option table=t", "s3://b/k old.csv", "real.sqlite real.sqlite -k id",
      "old.csv new.csv --input-format pwn:x", "https://x/y.csv old.csv",
    ],
    "batch": [". pwn", "old.csv new.csv"], "probe": ["old.csv new.csv", "HEAD:data.csv"],
    "explain": ["old.csv new.csv --key 2"], "learn": ["old.csv new.csv"],
    "history": ["1 --git data.csv -k id", "1 old.csv new.csv -k id"],
    "accept": ["old.csv new.csv -o out/accepted"], "patch": ["old.csv changes.json"],
    "merge": ["HEAD:data.csv old.csv new.csv -k id"], "view": ["old.csv new.csv"], "run": ["harmless.lua"],
    "repl": ["old.csv new.csv"], "init": ["old.csv new.csv -o out/rules.lua"],
    "check": ["harmless.lua old.csv new.csv", "pwn/init.lua"], "test": ["", "--update", "pwn", "pwn/init.lua"],
    "git": [
      "log data.csv", "install --global", "uninstall --global", "install", "uninstall",
      "diff -- data.csv old.csv 1 100644 data.csv 2 100644", "diff -- data.csv harmless.lua 1 100644 data.csv 2 100644",
      "merge -- old.csv out/ours.csv new.csv data.csv", "merge -- harmless.lua out/ours.txt data.csv x.txt",
    ],
    "plugins": ["", "list", "verify", "add pwn", "remove pwn"],
    "completions": ["bash", "bash --before 'lunadiff HEAD:data.csv -k '"],
    "manual": ["diff"], "spark": ["rules old.csv new.csv"],
  ]

  private func folder() async throws -> Lunadiff {
    let lunadiff = try Lunadiff()
    let made = try await lunadiff.shell(Self.folder)
    try #require(made.status == 0, "\(made.errorText)")
    try lunadiff.directory.write("return {}", to: "harmless.lua")
    return lunadiff
  }

  /// What was run, of all that the folder would run.
  private func canaries(_ lunadiff: Lunadiff, in place: String = ".", _ lines: [String]) async throws -> String {
    let script = lines.map { line in
      "(cd \(place); PATH=\":.:bin:$P\" PYTHONPATH=:. \"$L\" \(line)) <out/null >>out/said 2>&1\n"
    }
    let run = try await lunadiff.shell(
      "P=$PATH; L=$(command -v lunadiff); PATH=/usr/bin:/bin; cp old.csv out/ours.csv; cp old.csv out/ours.txt\n"
        + script.joined() + "find . -name 'RAN*'; grep -o RAN-rules out/said; exit 0")
    return run.outputText
  }

  @Test("no command runs what a folder brings along, whatever the search path says")
  func everyCommand() async throws {
    #expect(Set(Self.lines.keys) == Set(Lunadiff.commands.map(\.name) + ["spark"]))
    let lunadiff = try await folder()
    let lines = Self.lines.sorted { $0.key < $1.key }.flatMap { command, lines in lines.map { "\(command) \($0)" } }
    #expect(try await canaries(lunadiff, lines) == "")
  }

  @Test("a bare repository inside of a folder is none")
  func bareRepository() async throws {
    let lunadiff = try await folder()
    let lines = ["HEAD:data.csv data.csv", "git log data.csv", "history 1 --git data.csv -k id", "git install"]
    #expect(try await canaries(lunadiff, in: "bare", lines) == "")
    let run = try await lunadiff.shell("cd bare; lunadiff HEAD:data.csv data.csv")
    #expect(run.errorText.contains("safe.bareRepository"), "\(run.errorText)")
  }

  @Test("git install writes through no link that leaves the repository")
  func attributes() async throws {
    let lunadiff = try Lunadiff()
    try lunadiff.directory.write("mine\n", to: "mine")
    let run = try await lunadiff.shell(
      "mkdir own; cd own; git init -q .; ln -s ../mine .gitattributes; lunadiff git install; echo $?; cat ../mine")
    #expect(run.outputText == "2\nmine\n")
    #expect(run.errorText == "lunadiff: .gitattributes is a link that leaves the repository\n")
  }

  @Test(
    "the pager is not the current directory's",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script")))
  func pager() async throws {
    let lunadiff = try await folder()
    try lunadiff.directory.write("id\n" + (1...99).map { "\($0)\n" }.joined(), to: "rows.csv")
    try lunadiff.directory.write("#!/bin/sh\n/bin/cat", to: "mine/less")
    try lunadiff.directory.write(
      "stty rows 9 cols 80; PATH=:$PWD/mine:$PATH \"$L\" old.csv rows.csv -k id", to: "command.sh")
    let run = try await lunadiff.shell(
      """
      chmod +x mine/less; export L=$(command -v lunadiff)
      script -qec 'TERM=xterm /bin/sh command.sh' /dev/null </dev/null
      """)
    #expect(run.outputText.contains("99"))
    #expect(try lunadiff.directory.names().filter { $0.hasPrefix("RAN") } == [])
  }

  @Test(
    "a test reads and writes in its own folder only",
    arguments: [
      #"old = "../secret.csv""#, #"old = "/etc/passwd""#, #"old = "link.csv""#, #"old = "links/*.csv""#, #"old = "-""#,
      #"old = "s3://bucket/key""#, #"old = "HEAD:data.csv""#, #"old = ".hidden.csv""#, #"old = "archive.zip!x.csv""#,
      #"old = "id\n1\n", rules = "../rules.lua""#, #"old = "id\n1\n", rules = "link.lua""#,
      #"old = "id\n1\n", rules = "local own = require 'link' return own""#,
      #"old = "id\n1\n", report = "../report.txt""#, #"old = "id\n1\n", report = "links/report.txt""#,
      #"old = "id\n1\n", report = ".git/config", format = "csv""#, #"old = "id\n1\n", report = "link.txt""#,
      #"old = "real.sqlite", reader = "sqlite", options = { query = "SELECT data AS id FROM fsdir('../secret.csv')" }"#,
    ])
  func ownFolder(fields: String) async throws {
    let lunadiff = try Lunadiff()
    for name in ["secret.csv", "links/secret.csv"] { try lunadiff.directory.write("id\nSECRET\n", to: name) }
    try lunadiff.directory.write("return { ignore = 'SECRET' }", to: "rules.lua")
    try lunadiff.directory.write("", to: "report.txt")
    try lunadiff.directory.write("id\nSECRET\n", to: "own/.hidden.csv")
    let test = "return { { key = 'id', new = 'id\\n9\\n', expect = { deleted = 9 }, \(fields) } }"
    try lunadiff.directory.write(test, to: "own/x.test.lua")
    let made = try await lunadiff.shell(
      """
      cd own; ln -s ../secret.csv link.csv; ln -s ../rules.lua link.lua; ln -s ../links links; ln -s ../report.txt link.txt
      ln -s ../archive.zip archive.zip; git init -q .; cp ../secret.csv data.csv; git add data.csv
      git -c user.name=A -c user.email=a@b.example commit -qm one; rm data.csv; cp .git/config ../config
      printf 'SQLite format 3' >real.sqlite
      """)
    #expect(made.status == 0, "\(made.errorText)")
    let run = try await lunadiff.shell(
      "(cd own; lunadiff test --update); cmp own/.git/config config; cat report.txt; ls . links")
    #expect(!run.outputText.contains("SECRET") && !run.outputText.contains("updated"), "\(run.outputText)")
    #expect(run.outputText.hasSuffix("rules.lua\nsecret.csv\n\nlinks:\nsecret.csv\n"), "\(run.outputText)")
  }

  @Test("a program of a plug-in that is tested runs once the plug-in is trusted, named or added")
  func testedProgram() async throws {
    let lunadiff = try Lunadiff()
    try lunadiff.directory.write(
      """
      return {
        name = "maker", readers = { made = { command = { "printf", "id\\\\n1\\\\n" }, output = "csv" } },
        tests = { { reader = "maker:made", key = "id", old = "x\\n", new = "y\\n", expect = { same = true } } },
      }
      """, to: "maker/init.lua")
    let refused = try await lunadiff.run(["test", "maker"])
    #expect(refused.status == 1)
    #expect(refused.outputText.contains("the program printf was not run: maker/init.lua is not trusted"))
    for command in [
      "lunadiff test maker --plugin maker", "lunadiff plugins trust maker/init.lua && lunadiff test maker",
      "lunadiff plugins untrust maker/init.lua; lunadiff plugins add maker && lunadiff test ~/.config/lunadiff/plugins/maker",
    ] {
      let run = try await lunadiff.shell(command)
      #expect(run.status == 0, "\(command)\n\(run.outputText)\(run.errorText)")
    }
  }
}
