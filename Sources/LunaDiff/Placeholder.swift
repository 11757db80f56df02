enum LunaDiffPlaceholder {}
