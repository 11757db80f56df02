"""For spark-submit: `spark-submit compare.py OLD NEW --out DIRECTORY -- --key id`. docs/spark.md says more."""

import sys

from lunadiff_spark.command import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
