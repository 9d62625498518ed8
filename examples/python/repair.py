"""Applies the corrections that need no guess, and prints how many there were: repair.py FILE"""
import sys
from pathlib import Path

import zet

text = Path(sys.argv[1]).read_bytes()
fixes = [fix for report in zet.validate(text) for finding in report.findings for fix in finding.fixes if fix.safe]
for edit in sorted((edit for fix in fixes for edit in fix.edits), key=lambda edit: -edit.offset):
    text = text[:edit.offset] + edit.text.encode() + text[edit.end_offset:]
print(text.decode(), end="")
print(f"# {len(fixes)} corrections")
