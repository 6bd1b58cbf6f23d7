"""`python3 -m` with the name of this folder."""

import sys

from .verify import main

sys.exit(main(sys.argv[1:]))
