/// A browser that Python commands, without any module that is not Python's own.
enum BrowserScript {
    /// Chromium over the pipe of its DevTools protocol, and a page in it.
    static let classes = #"""
        import base64, json, os, subprocess, sys, tempfile

        class Browser:
            """Chromium over the pipe of its DevTools protocol: messages of JSON, each ended by a zero."""

            def __init__(self):
                to_browser, self.output = os.pipe()
                self.input, from_browser = os.pipe()
                self.folder = tempfile.TemporaryDirectory()
                def pipes():
                    first, second = os.dup(to_browser), os.dup(from_browser)
                    os.dup2(first, 3)
                    os.dup2(second, 4)
                self.process = subprocess.Popen(
                    ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                     "--hide-scrollbars", "--no-first-run", "--remote-debugging-pipe",
                     "--user-data-dir=" + self.folder.name, "about:blank"],
                    close_fds=False, preexec_fn=pipes, stderr=subprocess.DEVNULL)
                os.close(to_browser)
                os.close(from_browser)
                self.buffer, self.events, self.number = b"", [], 0

            def read(self):
                while b"\0" not in self.buffer:
                    part = os.read(self.input, 1 << 16)
                    if not part:
                        raise SystemExit("the browser ended")
                    self.buffer += part
                text, self.buffer = self.buffer.split(b"\0", 1)
                return json.loads(text)

            def send(self, method, session=None, **parameters):
                self.number += 1
                message = {"id": self.number, "method": method, "params": parameters}
                if session:
                    message["sessionId"] = session
                text = json.dumps(message).encode() + b"\0"
                while text:
                    text = text[os.write(self.output, text):]
                while True:
                    answer = self.read()
                    if answer.get("id") == self.number:
                        if "error" in answer:
                            raise SystemExit(method + ": " + answer["error"]["message"])
                        return answer["result"]
                    self.events.append(answer)

            def wait(self, name):
                while not any(event.get("method") == name for event in self.events):
                    self.events.append(self.read())

            def close(self):
                self.send("Browser.close")
                self.process.wait()
                self.folder.cleanup()

        class Page:
            def __init__(self, browser, path):
                self.browser = browser
                browser.events.clear()
                target = browser.send("Target.createTarget", url="about:blank")["targetId"]
                self.target = target
                self.session = browser.send(
                    "Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
                for domain in ["Page", "Runtime", "Log", "Network"]:
                    self.send(domain + ".enable")
                browser.events.clear()
                self.send("Page.navigate", url="file://" + path)
                browser.wait("Page.loadEventFired")

            def send(self, method, **parameters):
                return self.browser.send(method, self.session, **parameters)

            def value(self, code):
                answer = self.send("Runtime.evaluate", expression=code, returnByValue=True)
                if "exceptionDetails" in answer:
                    raise SystemExit(json.dumps(answer["exceptionDetails"])[:500])
                return answer["result"].get("value")

            def problems(self):
                found, requests = [], []
                for event in self.browser.events:
                    name, parameters = event.get("method"), event.get("params", {})
                    if name in ("Runtime.exceptionThrown", "Page.javascriptDialogOpening"):
                        found.append(name + ": " + json.dumps(parameters)[:300])
                    if name == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning"):
                        found.append("console: " + json.dumps(parameters["args"])[:300])
                    if name == "Log.entryAdded" and parameters["entry"]["level"] in ("error", "warning"):
                        found.append("log: " + parameters["entry"]["text"])
                    if name == "Network.requestWillBeSent":
                        requests.append(parameters["request"]["url"])
                if len(requests) != 1:
                    found.append(("it asked for " + ", ".join(requests))[:300])
                return found

            def mouse(self, kind, x, y, **more):
                self.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

            def close(self):
                self.browser.send("Target.closeTarget", targetId=self.target)
        """#
}
