"""Positive controls: a harness sees a fault that is planted before it looks for others, or it fails."""
import sys
from pathlib import Path

PLANTED = Path(__file__).resolve().parent.parent / "build/planted"


def must_report(fault, reported):
    """`reported` is what the harness says of a planted fault: nothing of it ends the harness."""
    if not reported:
        print(f"not ok control: a planted fault is not seen: {fault}", flush=True)
        sys.exit(1)
    print(f"ok control: a planted fault is seen: {fault}", flush=True)


def must_pass(what, reported):
    """The same of what has no fault."""
    if reported:
        print(f"not ok control: {what} is reported: {reported}", flush=True)
        sys.exit(1)
    print(f"ok control: {what} is not reported", flush=True)
