"""Draws the last position of each record as SVG, and names those that are not valid: sheet.py FILE FOLDER"""
import sys
from pathlib import Path

import zet

text = Path(sys.argv[1]).read_bytes()
for record in zet.read(text):
    if record.valid:
        drawing = zet.diagram(text, record=record.record, at="final")
        (Path(sys.argv[2]) / f"{record.record}.svg").write_text(drawing)
    else:
        print(f"record {record.record}: {record.findings[0].message}")
