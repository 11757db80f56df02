import ArgumentParser

/// `lunadiff git`: what git runs, and what tells git to run it.
struct GitCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "git", _superCommandName: "lunadiff",
    abstract: "Lets git compare tables record by record.",
    usage: """
      lunadiff git install [--global] [PATTERN ...]
      lunadiff git uninstall [--global]
      lunadiff git log FILE [options]
      lunadiff git diff [options] -- PATH OLD-FILE OLD-HEX OLD-MODE NEW-FILE NEW-HEX NEW-MODE
      lunadiff git merge [options] -- BASE OURS THEIRS PATH
      """,
    discussion: """
      'install' makes 'git diff' show which records of a table changed, and 'git merge' join records; 'git log -p' and \
      'git show' do so with --ext-diff. 'diff' and 'merge' are what git then runs. 'log' shows what each commit changed.
      """,
    subcommands: [
      GitInstallCommand.self, GitUninstallCommand.self, GitLogCommand.self, GitDiffCommand.self,
      GitMergeCommand.self,
    ])

  func execute() throws -> ExitStatus {
    throw CommandError(
      "a command of git's is needed", hint: "lunadiff git install; lunadiff git --help shows all")
  }
}

extension GitCommand {
  static let closing = """
    EXAMPLES:
      lunadiff git install
      lunadiff git install --global '*.csv' '*.json'
      lunadiff git log data.csv
      git diff; git log -p --ext-diff -- data.csv; git difftool -t lunadiff

    EXIT STATUS:
      0  it is done
      2  trouble: no git, no repository, a file that cannot be written
    """
}
