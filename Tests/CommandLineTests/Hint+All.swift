extension Hint {
  static let all = reading + documents + mistyped + rules

  /// Two files of two records, of which one is updated.
  private static let plain = """
    printf 'id,name\\n1,Saw\\n2,Ax\\n' >old.csv; printf 'id,name\\n1,Saw\\n2,Axe\\n' >new.csv
    """

  private static let headerless = """
    printf '1,Saw\\n2,Ax\\n' >old.csv; printf '1,Saw\\n2,Axe\\n' >new.csv
    """

  /// The plain files, changed by a command that reads one of them and writes it.
  private static func both(_ filter: String) -> String {
    plain + "\nfor name in old new; do \(filter) <$name.csv >made; mv made $name.csv; done"
  }

  /// The plain files, the old one changed by a command that reads it and writes it.
  private static func one(_ filter: String) -> String {
    "test -f old.csv || { \(plain); }\n\(filter) <old.csv >made; mv made old.csv"
  }

  // MARK: CSV

  private static let reading = [
    Hint(
      "no header", files: headerless, wrong: "lunadiff old.csv new.csv -k 1",
      advice: "--no-header", right: "lunadiff old.csv new.csv -k 1 {}"),
    Hint(
      "no header, but names for the columns", files: headerless,
      wrong: "lunadiff old.csv new.csv -k 1", advice: "--columns id,name"),
    Hint(
      "titles above the header", files: both("sed '1i Report 2024\\n'"),
      advice: "--skip-lines", right: "lunadiff old.csv new.csv -k id {} 2"),
    Hint(
      "titles above the header of one file", files: one("sed '1i Report 2024\\n'"),
      advice: "--old-skip-lines 2"),
    Hint(
      "a footer", files: both("sed '$a Total'"), advice: "--skip-last-lines",
      right: "lunadiff old.csv new.csv -k id {} 1"),
    Hint("a footer of one file", files: one("sed '$a Total'"), advice: "--old-skip-last-lines 1"),
    Hint(
      "a name for two columns", files: both("sed 's/$/,x/; 1s/x$/id/'"),
      advice: "--rename-headers"),
    Hint(
      "stray quotes", files: both("sed 's/Saw/\"Saw\" large/'"), advice: "--quote none"),
    Hint(
      "spaces after delimiters", files: both("sed 's/,\\(.*\\)/, \"\\1, red\"/; 1s/.*/id, name/'"),
      advice: "--skip-space"),
    Hint(
      "a cell too many", files: both("sed '2s/$/,red/'"), advice: "--ragged pad"),
    Hint(
      "a record that is none", files: both("sed '2s/$/,red/; $a 3,Vise'"),
      advice: "--ragged skip"),
    Hint(
      "a delimiter behind an escape outside quotes",
      files: """
        printf 'id,name\\n1,S\\\\,aw\\n2,Ax\\n' >old.csv; printf 'id,name\\n1,S\\\\,aw\\n2,Axe\\n' >new.csv
        """,
      wrong: "lunadiff old.csv new.csv -k id --escape '\\'", advice: "--escape-unquoted",
      right: "lunadiff old.csv new.csv -k id --escape '\\' {}"),
    Hint(
      "UTF-16 without a byte order mark", files: both("iconv -f UTF-8 -t UTF-16LE"),
      advice: "--encoding", right: "lunadiff old.csv new.csv -k id {} UTF-16LE"),
    Hint(
      "UTF-16 on one side", files: one("iconv -f UTF-8 -t UTF-16LE"),
      advice: "--old-encoding UTF-16LE"),
    Hint(
      "Latin-1", files: both("sed 's/Saw/Caf\\xe9/'"), advice: "--encoding",
      right: "lunadiff old.csv new.csv -k id {} LATIN1"),
    Hint(
      "Latin-1 on one side", files: both("sed 's/Saw/Café/'") + "; " + one("iconv -t LATIN1"),
      advice: "--old-encoding LATIN1"),
    Hint(
      "a stray NUL byte", files: plain + "\nprintf 'id,name\\n1,S\\000aw\\n2,Ax\\n' >old.csv",
      advice: "tr -d '\\000' < old.csv | lunadiff - new.csv -k id", right: "{}"),
    Hint(
      "a stray NUL byte in the new file",
      files: plain + "\nprintf 'id,name\\n1,Saw\\n2,A\\000xe\\n' >'its new.csv'",
      wrong: "lunadiff old.csv 'its new.csv' -k id",
      advice: "tr -d '\\000' < 'its new.csv' | lunadiff old.csv - -k id", right: "{}"),
    Hint(
      "a stray NUL byte in a pipe",
      files: plain + "\nprintf 'id,name\\n1,S\\000aw\\n2,Ax\\n' >old.csv",
      wrong: "cat old.csv | lunadiff - new.csv -k id", advice: "tr -d '\\000'",
      right: "cat old.csv | {} | lunadiff - new.csv -k id"),
  ]

  // MARK: Other formats

  static let bzip2 = Hint(
    "bzip2", files: plain + "; bzip2 old.csv", wrong: "lunadiff old.csv.bz2 new.csv -k id",
    advice: "bzip2 -dc old.csv.bz2 | lunadiff - new.csv -k id", right: "{}")

  static let xz = Hint(
    "xz", files: plain + "; xz new.csv", wrong: "lunadiff diff old.csv new.csv.xz -k id",
    advice: "xz -dc new.csv.xz | lunadiff diff old.csv - -k id", right: "{}")

  static let zip = Hint(
    "a zip archive of several files", files: plain + "; zip -q old.zip old.csv new.csv",
    wrong: "lunadiff old.zip new.csv -k id",
    advice: "'old.zip!old.csv'", right: "lunadiff {} new.csv -k id")

  static let sqlite = Hint(
    "an SQLite database that is called CSV",
    files: plain + """
      ; sqlite3 old.db 'CREATE TABLE "TABLE" (id, name)' \
        "INSERT INTO \\"TABLE\\" VALUES (1, 'Saw'), (2, 'Ax')"; mv old.db old.csv
      """,
    wrong: "lunadiff old.csv new.csv -k id",
    advice: #"sqlite3 -safe -header -csv old.csv 'SELECT * FROM "TABLE"' | lunadiff - new.csv -k id"#,
    right: "{}")

  // MARK: JSON

  private static let documents = [
    Hint(
      "JSON Lines called JSON",
      files: """
        printf '{"id":1,"n":"a"}\\n{"id":2,"n":"b"}\\n' >old.json
        printf '{"id":1,"n":"a"}\\n{"id":2,"n":"c"}\\n' >new.json
        """,
      wrong: "lunadiff old.json new.json -k id --input-format json",
      advice: "--input-format",
      right: "lunadiff old.json new.json -k id {} jsonl"),
    Hint(
      "a single record of JSON Lines called JSON",
      files: """
        echo '{"id":2,"n":"b"}' >old.json
        echo '[{"id":2,"n":"c"},{"id":1,"n":"a"}]' >new.json
        """,
      wrong: "lunadiff old.json new.json -k id", advice: "--old-format jsonl",
      right: "lunadiff old.json new.json -k id {}",
      result: "1 updated, 0 deleted, 1 inserted, 0 moved, 0 unchanged"),
    Hint(
      "records by their names inside a document",
      files: """
        echo '{"version":1,"all":{"1":{"n":"a"},"2":{"n":"b"}}}' >old.json
        echo '{"1":{"n":"a"},"2":{"n":"c"}}' >new.json
        """,
      wrong: "lunadiff old.json new.json", advice: "--old-at /all",
      right: "lunadiff old.json new.json {}"),
    Hint(
      "records by their names in an object that could be one",
      files: """
        echo '{"all of them":{"x":{"id":1,"n":"a"},"y":{"id":2,"n":"b"}}}' >old.json
        echo '{"all of them":{"x":{"id":1,"n":"a"},"y":{"id":2,"n":"c"}}}' >new.json
        """,
      wrong: "lunadiff old.json new.json -k id", advice: "--at",
      right: "lunadiff old.json new.json -k id {} '/all of them'"),
    Hint(
      "records inside a document",
      files: """
        echo '{"a":{"b":[{"id":1,"n":"a"},{"id":2,"n":"b"}]}}' >old.json
        echo '{"a":{"b":[{"id":1,"n":"a"},{"id":2,"n":"c"}]}}' >new.json
        """,
      wrong: "lunadiff old.json new.json -k id", advice: "--at",
      right: "lunadiff old.json new.json -k id {} /a/b"),
    Hint(
      "keys of two types",
      files: plain + #"; echo '[{"id":1,"name":"Saw"},{"id":2,"name":"Axe"}]' >new.json"#,
      wrong: "lunadiff old.csv new.json -k id", advice: "--key-as text",
      right: "lunadiff old.csv new.json -k id {}"),
  ]

  // MARK: Slips of the keyboard

  private static let mistyped = [
    Hint(
      "a command", files: plain, wrong: "lunadiff dif old.csv new.csv -k id", advice: "diff",
      right: "lunadiff {} old.csv new.csv -k id"),
    Hint(
      "an option", files: plain, wrong: "lunadiff old.csv new.csv --kye id", advice: "--key",
      right: "lunadiff old.csv new.csv {} id"),
    Hint(
      "an option's value", files: plain, wrong: "lunadiff old.csv new.csv -k id --ragged pda",
      advice: "pad", right: "lunadiff old.csv new.csv -k id --ragged {}"),
    Hint(
      "a column", files: plain, wrong: "lunadiff old.csv new.csv -k idd", advice: "'id'",
      right: "lunadiff old.csv new.csv -k {}"),
    Hint(
      "an input", files: plain, wrong: "lunadiff old.cvs new.csv -k id", advice: "'old.csv'",
      right: "lunadiff {} new.csv -k id"),
    Hint(
      "a rules file", files: plain + "; echo 'return { identity = \"id\" }' >rules.lua",
      wrong: "lunadiff old.csv new.csv -r ruels.lua", advice: "'rules.lua'",
      right: "lunadiff old.csv new.csv -r {}"),
    Hint(
      "a report's extension", files: plain, wrong: "lunadiff old.csv new.csv -k id -o x.docx",
      advice: "--format",
      right: """
        lunadiff old.csv new.csv -k id -o x.docx {} summary; status=$?; cat x.docx; exit $status
        """),
  ]

  // MARK: Rules and their limits

  private static let loop = "function identity(r) for i = 1, 1e5 do end return r.id end"

  private static let hoard = """
    local text = ("x"):rep(4e6) return { identity = "id" }
    """

  private static let rules = [
    Hint(
      "a plug-in of the project",
      files: plain + """
        ; mkdir -p .lunadiff/plugins
        echo 'return { name = "shop", rules = { strict = { identity = "id" } } }' >.lunadiff/plugins/shop.lua
        """,
      wrong: "lunadiff old.csv new.csv -r shop:strict",
      advice: "lunadiff plugins trust .lunadiff/plugins/shop.lua",
      right: "{} >/dev/null; lunadiff old.csv new.csv -r shop:strict"),
    Hint(
      "the limit of instructions", files: plain,
      wrong: "lunadiff old.csv new.csv -e '\(loop)' --instruction-limit 1000",
      advice: "--instruction-limit", right: "lunadiff old.csv new.csv -e '\(loop)' {} 0"),
    Hint(
      "the limit of memory", files: plain,
      wrong: "lunadiff old.csv new.csv -e '\(hoard)' --memory-limit 2M", advice: "1G",
      right: "lunadiff old.csv new.csv -e '\(hoard)' --memory-limit {}"),
    Hint(
      "the limit of time", files: plain,
      wrong: "lunadiff old.csv new.csv -e '\(loop)' --time-limit 0.001ms",
      advice: "--time-limit", right: "lunadiff old.csv new.csv -e '\(loop)' {} 0"),
  ]
}
