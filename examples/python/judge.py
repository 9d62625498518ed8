"""Prints the errors of files, as a compiler does, and how to fix them: judge.py FILE..."""
import sys

import zet

for name in sys.argv[1:]:
    with open(name, "rb") as file:
        for report in zet.validate_stream(file, stream=name):
            for finding in report.findings:
                print(f"{name}:{finding.line}:{finding.column}: {finding.message}")
                for fix in finding.fixes:
                    print(f"  {fix.message}: {' '.join(edit.text for edit in fix.edits)}")
