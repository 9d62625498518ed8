"""Builds a wheel for this machine with make: `pip install ./packages/python` in a clone of the project."""
import os
import subprocess
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    made = subprocess.run(["make", "-s", "--no-print-directory", "python-wheel", f"TO={Path(wheel_directory).resolve()}", f"TAG={platform}"],
                          cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    return Path(made.stdout.split("\n")[-2]).name
