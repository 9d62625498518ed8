"""A headless Chromium, driven through chromedriver's WebDriver protocol."""

import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

FLAGS = """--headless --no-sandbox --disable-gpu --disable-quic --no-first-run
    --disable-background-networking --disable-component-update --disable-sync
    --disable-dev-shm-usage --force-color-profile=srgb
    --force-prefers-reduced-motion""".split()

# The codes of WebDriver.
KEYS = {
    "Tab": "\ue004", "Enter": "\ue007", "Control": "\ue009", "Shift": "\ue008", "Alt": "\ue00a",
    "End": "\ue010", "Home": "\ue011",
    "Left": "\ue012", "Up": "\ue013", "Right": "\ue014", "Down": "\ue015",
}
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


class BrowserError(Exception):
    pass


class Driver:
    """chromedriver on a port that it finds itself."""

    def __init__(self):
        self.scratch = tempfile.mkdtemp()
        self.browsers = []
        self.process = subprocess.Popen(
            ["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, start_new_session=True)
        self.address = None
        for line in self.process.stdout:
            found = re.search(r"on port ([1-9]\d*)", line)
            if found:
                self.address = "http://127.0.0.1:" + found.group(1)
                break
        if not self.address:
            self.close()
            raise BrowserError("chromedriver does not start")

    def close(self):
        """Ends it with every browser that it has started."""
        for browser in list(self.browsers):
            browser.close()
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()
        self.process.stdout.close()
        shutil.rmtree(self.scratch, ignore_errors=True)


class Page:
    """What both browsers can do with run() and actions()."""

    def keys(self, *names, holding=()):
        """Presses keys one after the other, while others are held down."""
        actions = [{"type": "keyDown", "value": KEYS.get(k, k)} for k in holding]
        for name in names:
            actions += [{"type": kind, "value": KEYS.get(name, name)}
                        for kind in ("keyDown", "keyUp")]
        actions += [{"type": "keyUp", "value": KEYS.get(k, k)} for k in holding]
        self.actions([{"type": "key", "id": "keyboard", "actions": actions}])

    def press(self, x, y, to=None, button=0, kind="mouse", seconds=0):
        """Presses a point of the window, and drags it to another one."""
        steps = [{"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0}, {"type": "pointerDown", "button": button},
                 {"type": "pause", "duration": int(seconds * 1000)}]
        if to:
            steps.append({"type": "pointerMove", "x": round(to[0]), "y": round(to[1]), "duration": 100})
        steps.append({"type": "pointerUp", "button": button})
        self.actions([{"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": steps}])

    def wait(self, script, *args, seconds=5):
        """Until the script returns something true; what it returned last."""
        end = time.monotonic() + seconds
        while True:
            value = self.run(script, *args)
            if value or time.monotonic() > end:
                return value
            time.sleep(0.03)


class Browser(Page):
    """One window. Its profile is new and empty. A script may take that many seconds."""

    def __init__(self, driver, width=1200, height=900, phone=False, script_seconds=20):
        self.driver = driver
        self.answer_seconds = max(90, script_seconds + 30)
        profile = tempfile.mkdtemp(dir=driver.scratch)
        chrome = {"args": FLAGS + ["--user-data-dir=" + profile,
                                   f"--window-size={width},{height}"]}
        if phone:
            chrome["mobileEmulation"] = {
                "deviceMetrics": {"width": width, "height": height, "pixelRatio": 2,
                                  "touch": True}}
        wanted = {"browserName": "chrome", "goog:chromeOptions": chrome,
                  "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
                  "timeouts": {"script": script_seconds * 1000, "pageLoad": 60000}}
        self.session = ""
        answer = self.call("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        self.session = "/session/" + answer["sessionId"]
        driver.browsers.append(self)
        self.open("about:blank")  # instead of the browser's own first page
        self.requests()
        self.messages()

    def call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.driver.address + self.session + path, data=data,
                                         method=method,
                                         headers={"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=self.answer_seconds) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as e:
            raise BrowserError(e.read().decode(errors="replace")[:600]) from e

    def open(self, address):
        self.call("POST", "/url", {"url": address})

    def back(self):
        self.call("POST", "/back", {})

    def address(self):
        return self.call("GET", "/url")

    def run(self, script, *args):
        return self.call("POST", "/execute/sync", {"script": script, "args": list(args)})

    def prefer(self, scheme):
        """A light or a dark window."""
        self.call("POST", "/goog/cdp/execute", {"cmd": "Emulation.setEmulatedMedia", "params": {
            "features": [{"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": "reduce"}]}})

    def frame(self, number):
        """From now on the page in a frame."""
        self.call("POST", "/frame", {"id": number})

    def actions(self, actions):
        self.call("POST", "/actions", {"actions": actions})

    def find(self, selector):
        value = self.call("POST", "/element", {"using": "css selector", "value": selector})
        return value[ELEMENT]

    def click(self, selector):
        self.call("POST", f"/element/{self.find(selector)}/click", {})

    def label(self, selector):
        """The name that assistive technology is given."""
        return self.call("GET", f"/element/{self.find(selector)}/computedlabel")

    def role(self, selector):
        return self.call("GET", f"/element/{self.find(selector)}/computedrole")

    def screenshot(self):
        """PNG in base64."""
        return self.call("GET", "/screenshot")

    def log(self, kind):
        return self.call("POST", "/se/log", {"type": kind})

    def messages(self):
        """What the console has said since the last time."""
        return [entry["message"] for entry in self.log("browser")]

    def requests(self):
        """The addresses that were asked for since the last time."""
        found = []
        for entry in self.log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                found.append(message["params"]["request"]["url"])
        return found

    def close(self):
        try:
            self.call("DELETE", "")
        except (BrowserError, OSError):
            pass  # it has gone already
        self.driver.browsers.remove(self)
