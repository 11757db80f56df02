enum StagedDiffPlaceholder {}
