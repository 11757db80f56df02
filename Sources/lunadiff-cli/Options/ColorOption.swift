import ArgumentParser

/// Whether what is shown has colours.
struct ColorOption: ParsableArguments {
  @Option(
    help: Help.flag("Colours: auto, always or never.", value: "when"), completion: .words(of: ColorChoice.self),
    transform: Choice.of(ColorChoice.self)) var color = ColorChoice.auto
}
