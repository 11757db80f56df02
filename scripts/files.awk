# Prints folder, name and first words of a source file: those of what has the file's name, else of what it declares
# first; of a command what its help says; of extensions those of the first member; else the names that it declares.

function sentence(words) {
  if (match(words, /[.] [A-Z(`]/)) words = substr(words, 1, RSTART)
  return words
}

BEGIN {
  slash = match(path, /\/[^\/]*$/)
  folder = substr(path, 1, slash - 1)
  name = substr(path, slash + 1)
  topic = name
  sub(/[.+].*/, "", topic)
}

# C and JavaScript: the first comment.
name !~ /swift$/ {
  if (own == "" && /^(\/\/|\/\*|#)/) {
    if (/^#/) next
    own = $0
    gsub(/^\/[\/*]+ *|\*\/ *$/, "", own)
    if (own == "") { getline; own = $0; sub(/^ *\**\/* */, "", own) }
  }
  next
}

# What a condition holds is indented, and stands at the margin all the same.
/^#if/ { conditions++ }
/^#endif/ { conditions-- }
conditions { sub(/^  /, "") }

/^[ \t]*\/\/\// {
  line = $0
  sub(/^[ \t]*\/\/\/ ?/, "", line)
  if (line == "") whole = 1
  else if (!whole) words = words (words == "" ? "" : " ") line
  next
}

/abstract: *"/ && abstract == "" {
  abstract = $0
  sub(/.*abstract: *"/, "", abstract)
  sub(/".*/, "", abstract)
}

# What other files see: at the margin, and the members of what stands there.
/^ ? ?[a-z@]/ && !/private|import / {
  declaration = $0
  if (match(declaration, /(struct|class|enum|protocol|actor|extension|typealias|func|var|let|init) *[A-Za-z0-9_.]*/)) {
    split(substr(declaration, RSTART, RLENGTH), part, / +/)
    isTop = $0 !~ /^ /
    isType = part[1] ~ /struct|class|enum|protocol|actor|extension|typealias/
    if (own == "" && words != "" && isTop && part[2] == topic) own = words
    if (first == "" && words != "" && isTop) first = (isType ? "`" part[2] "`: " : "") sentence(words)
    if (part[1] == "extension" && words == "" && isTop && part[2] != "" && !(part[2] in extended)) {
      extended[part[2]] = 1
      extensions = extensions (extensions == "" ? "" : ", ") "`" part[2] "`"
    }
    if (!isTop && member == "" && words != "") member = sentence(words)
    if (!isTop && part[1] ~ /func|var|let/ && part[2] != "" && count < 8 && !(part[2] in seen)) {
      seen[part[2]] = 1
      members = members (count++ ? ", " : "") "`" part[2] "`"
    }
  }
}

!/^[ \t]*(@|$)/ { words = ""; whole = 0 }

END {
  text = own != "" ? sentence(own) : abstract != "" ? sentence(abstract) : first != "" ? first : extensions != "" ? "adds to " extensions (member == "" ? (members == "" ? "" : ": " members) : ": " member) : members
  print folder "\t" name "\t" text
}
