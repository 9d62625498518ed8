"""A headless Firefox, driven through Marionette, the protocol that it speaks itself. Its methods are those of browser.py."""

import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

from browser import BrowserError, Page

START_SECONDS = 90
PROGRAM = shutil.which("firefox-esr") or shutil.which("firefox")


def has_firefox():
    return PROGRAM is not None


class Firefox(Page):
    """One page of that size, with a new and empty profile. `dark`: the system has a dark theme."""

    def __init__(self, width=1200, height=900, dark=False, script_seconds=20):
        self.profile = Path(tempfile.mkdtemp())
        self.socket, self.count, self.buffer = None, 0, b""
        preferences = {"marionette.port": 0, "ui.systemUsesDarkTheme": int(dark), "ui.prefersReducedMotion": 1, "app.update.enabled": False,
                       "datareporting.policy.dataSubmissionEnabled": False, "network.captive-portal-service.enabled": False,
                       "network.connectivity-service.enabled": False, "browser.shell.checkDefaultBrowser": False,
                       "layout.css.devPixelsPerPx": "1"}
        (self.profile / "user.js").write_text("".join(f"user_pref({json.dumps(k)}, {json.dumps(v)});\n" for k, v in preferences.items()))
        self.process = subprocess.Popen(
            [PROGRAM, "--headless", "--no-remote", "--marionette", "--remote-allow-system-access", "--profile", self.profile,
             f"--width={width}", f"--height={height}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        try:
            self.connect()
            self.call("WebDriver:NewSession", {"timeouts": {"script": script_seconds * 1000, "pageLoad": 60000}})
            # A window has at least 500 pixels, and bars above the page.
            self.call("Marionette:SetContext", {"value": "chrome"})
            self.run("const { style } = gBrowser.selectedBrowser; style.width = `${arguments[0]}px`; style.height = `${arguments[1]}px`;"
                     "style.flex = 'none';", width, height)
            self.call("Marionette:SetContext", {"value": "content"})
        except BaseException:
            self.close()
            raise

    def connect(self):
        end = time.monotonic() + START_SECONDS
        port = self.profile / "MarionetteActivePort"
        while not (port.exists() and port.read_text()):
            if self.process.poll() is not None or time.monotonic() > end:
                raise BrowserError("Firefox does not start")
            time.sleep(0.05)
        self.socket = socket.create_connection(("127.0.0.1", int(port.read_text())), timeout=120)
        self.receive()

    def receive(self):
        """A message is its length, a colon and JSON."""
        while b":" not in self.buffer:
            self.fill()
        length, _, rest = self.buffer.partition(b":")
        self.buffer = rest
        while len(self.buffer) < int(length):
            self.fill()
        text, self.buffer = self.buffer[:int(length)], self.buffer[int(length):]
        return json.loads(text)

    def fill(self):
        part = self.socket.recv(1 << 20)
        if not part:
            raise BrowserError("Firefox has ended")
        self.buffer += part

    def call(self, name, parameters=None):
        self.count += 1
        text = json.dumps([0, self.count, name, parameters or {}]).encode()
        self.socket.sendall(str(len(text)).encode() + b":" + text)
        _, _, error, answer = self.receive()
        if error:
            raise BrowserError(f"{error['error']}: {error['message']}")
        return answer.get("value") if isinstance(answer, dict) and set(answer) == {"value"} else answer

    def open(self, address):
        self.call("WebDriver:Navigate", {"url": address})

    def run(self, script, *args):
        return self.call("WebDriver:ExecuteScript", {"script": script, "args": list(args)})

    def frame(self, number):
        """From now on the page in a frame."""
        self.call("WebDriver:SwitchToFrame", {"id": number})

    def actions(self, actions):
        self.call("WebDriver:PerformActions", {"actions": actions})

    def screenshot(self):
        """PNG in base64."""
        return self.call("WebDriver:TakeScreenshot", {"full": False, "hash": False})

    def close(self):
        if self.socket:
            self.socket.close()
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)
