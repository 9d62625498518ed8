"""Converts what others wrote to records, and prints what was lost: convert.py FILE FORMAT"""
import sys
from pathlib import Path

import zet

result = zet.convert(Path(sys.argv[1]).read_bytes(), source=sys.argv[2])
print(result.text, end="")
print(result.messages, file=sys.stderr, end="")
