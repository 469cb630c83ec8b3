"""Records what a real nginx chooses, for the tests beside this file.

Usage: record.py FOLDER [CASE...]. Needs nginx and a C compiler (for the cases with random draws).
Backends, clients and nginx are all on loopback. A backend answers what its script says; nginx's
own access log tells which backends it tried. Times are milliseconds after a whole second.
"""

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time

LOG = (
    """'{"id":"$http_x_id","addr":"$upstream_addr","ustatus":"$upstream_status",' """
    """'"status":"$status","end":$msec,"took":$request_time,"limit":"$limit_req_status"}'"""
)

# Replaces random() of the C library by a sequence that anybody can compute.
DRAWS = """
static unsigned long state = 2024;
long random(void) {
    state = state * 6364136223846793005UL + 1442695040888963407UL;
    return (long)(state >> 33);
}
"""

HOW = (
    "recorded by record.py: nginx with one worker, backends of Python on loopback, 'down' ones not "
    "listening; 'statuses' is what a backend answers in turn (close: no answer, garbage: a broken "
    "header, hang: nothing until the time-out); 'tried' is $upstream_addr, -1 for 'no live "
    "upstreams'; "
    "'begin' and 'end' are a request that its backend holds open; 'at' is milliseconds"
)


class Backend:
    def __init__(self, number, script):
        self.number = number
        self.script = script if isinstance(script, list) else [script]
        self.served = 0
        self.connections = 0
        self.log = {}

    async def connected(self, reader, writer):
        self.connections += 1
        connection = self.connections
        try:
            while await self.serve(reader, writer, connection):
                pass
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    async def serve(self, reader, writer, connection):
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        fields = dict(
            line.split(": ", 1) for line in head.split("\r\n")[1:] if ": " in line
        )
        fields = {name.lower(): value for name, value in fields.items()}
        await reader.readexactly(int(fields.get("content-length", 0)))
        answer = self.script[self.served % len(self.script)]
        self.served += 1
        name = fields.get("x-id", "")
        self.log[name] = connection
        if name in Recorder.held:
            Recorder.held[name][0].set()
            await Recorder.held[name][1].wait()
        if answer == "close":
            return False
        if answer == "hang":
            await asyncio.sleep(5)
            return False
        if answer == "garbage":
            writer.write(b"HTTP/1.1 200 OK\r\nBad\0Name: 1\r\n\r\n")
            return False
        writer.write(
            f"HTTP/1.1 {answer} Answer\r\nContent-Length: 0\r\n\r\n".encode()
        )
        await writer.drain()
        return True


class Recorder:
    held = {}

    def __init__(self, case):
        self.case = case
        self.base = case["port_base"]
        self.backends = []
        self.count = 0
        self.zero = 0

    def configuration(self, folder):
        case = self.case
        return f"""
daemon off; master_process off; pid {folder}/pid; error_log {folder}/error.log info;
events {{ worker_connections 1000; }}
http {{
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  log_format tried escape=json {LOG};
  access_log {folder}/access.log tried;
  set_real_ip_from 127.0.0.1; real_ip_header X-Client;
  {case.get("http", "")}
  upstream backend {{ {case["upstream"]} }}
  server {{
    listen 127.0.0.1:{self.base + 99};
    location / {{ {case.get("location", "")} proxy_pass http://backend; }}
  }}
}}
"""

    async def run(self):
        with tempfile.TemporaryDirectory() as folder:
            self.folder = folder
            with open(f"{folder}/nginx.conf", "w") as file:
                file.write(self.configuration(folder))
            environment = dict(os.environ)
            if self.case.get("draws"):
                with open(f"{folder}/draws.c", "w") as file:
                    file.write(DRAWS)
                library = f"{folder}/draws.so"
                subprocess.run(
                    ["cc", "-shared", "-fPIC", "-o", library, f"{folder}/draws.c"], check=True
                )
                environment["LD_PRELOAD"] = library
            servers = await self.start_backends()
            nginx = await asyncio.create_subprocess_exec(
                "nginx", "-p", folder, "-c", f"{folder}/nginx.conf", "-e", f"{folder}/error.log",
                env=environment, stderr=asyncio.subprocess.DEVNULL,
            )
            try:
                await self.wait_for_nginx()
                return await self.steps()
            finally:
                nginx.terminate()
                await nginx.wait()
                for server in servers:
                    server.close()

    async def start_backends(self):
        servers = []
        for number in range(self.case["backends"]):
            script = self.case["statuses"].get(str(number), 200)
            backend = Backend(number, script)
            self.backends.append(backend)
            if number not in self.case["down"]:
                servers.append(
                    await asyncio.start_server(
                        backend.connected, "127.0.0.1", self.base + number
                    )
                )
        return servers

    async def wait_for_nginx(self):
        for _ in range(200):
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", self.base + 99)
                writer.close()
                break
            except ConnectionError:
                await asyncio.sleep(0.02)
        now = time.time()
        self.zero = int(now) + 1
        await asyncio.sleep(self.zero - now + 0.1)

    async def away_from_the_second(self):
        while not 0.03 < time.time() % 1 < 0.95:
            await asyncio.sleep(0.01)

    async def steps(self):
        sequence = []
        waiting = {}
        for step in self.case["steps"]:
            step = dict(step)
            when = step.pop("when", None)
            if when is not None:
                await asyncio.sleep(max(0, self.zero + when - time.time()))
            await self.away_from_the_second()
            at = round((time.time() - self.zero) * 1000)
            if "end" in step:
                item, task = waiting.pop(step["end"])
                Recorder.held[item["id"]][1].set()
                item.update(await task)
                del item["id"]
                sequence.append({"end": step["end"], "at": at})
                continue
            name = f"r{self.count}"
            self.count += 1
            item = {**step, "at": at}
            sequence.append(item)
            if step.get("together"):
                task = asyncio.create_task(self.request(name, step))
                waiting[name] = (item, task)
                await asyncio.sleep(0.004)
            elif "begin" in step:
                Recorder.held[name] = (asyncio.Event(), asyncio.Event())
                task = asyncio.create_task(self.request(name, step))
                arrived = asyncio.create_task(Recorder.held[name][0].wait())
                await asyncio.wait([arrived, task], return_when=asyncio.FIRST_COMPLETED)
                arrived.cancel()
                item["id"] = name
                waiting[step["begin"]] = (item, task)
            else:
                item.update(await self.request(name, step))
        for item, task in waiting.values():
            if "id" in item:
                Recorder.held[item.pop("id")][1].set()
            item.update(await task)
        return sequence

    async def request(self, name, step):
        reader, writer = await asyncio.open_connection("127.0.0.1", self.base + 99)
        method = step.get("method", "GET")
        body = "x" if method in ("POST", "PUT", "PATCH") else ""
        writer.write(
            f"{method} {step.get('path', '/')} HTTP/1.1\r\nHost: a\r\nX-Id: {name}\r\n"
            f"X-Client: {step.get('ip', '127.0.0.1')}\r\nConnection: close\r\n"
            f"Content-Length: {len(body)}\r\n\r\n{body}".encode()
        )
        await reader.read()
        writer.close()
        return await self.logged(name)

    async def logged(self, name):
        for _ in range(1000):
            with open(f"{self.folder}/access.log") as file:
                for line in file:
                    if line.endswith("}\n") and f'"id":"{name}"' in line:
                        return self.outcome(name, json.loads(line))
            await asyncio.sleep(0.002)
        raise TimeoutError(name)

    def outcome(self, name, entry):
        addresses = entry["addr"].split(", ") if entry["addr"] else []
        tried = [
            int(address.split(":")[1]) - self.base if ":" in address else -1
            for address in addresses
        ]
        outcome = {
            "tried": tried,
            "upstream_status": entry["ustatus"].split(", ") if entry["ustatus"] else [],
            "status": int(entry["status"]),
        }
        if self.case.get("limit"):
            arrived = round((entry["end"] - entry["took"] - self.zero) * 1000)
            outcome.update(arrived=arrived, took=round(entry["took"] * 1000))
            outcome["limit"] = entry["limit"]
        if self.case.get("connections") and tried:
            outcome["connection"] = self.backends[tried[-1]].log[name]
        return outcome


def main():
    from cases import CASES

    folder, wanted = sys.argv[1], sys.argv[2:]
    version = subprocess.run(["nginx", "-v"], capture_output=True, text=True).stderr
    for number, case in enumerate(CASES):
        if wanted and case["case"] not in wanted:
            continue
        case = {"port_base": 21000, "backends": 3, "down": [], "statuses": {}, **case}
        sequence = asyncio.run(Recorder(case).run())
        result = {"case": case["case"], "nginx": version.strip().split("/")[1], "how": HOW}
        for key in ("upstream", "location", "http", "port_base", "down", "statuses", "draws"):
            if case.get(key) or key in ("upstream", "port_base", "down", "statuses"):
                result[key] = case[key]
        result["sequence"] = sequence
        with open(f"{folder}/{case['case']}.json", "w") as file:
            file.write(json.dumps(result) + "\n")
        print(case["case"], len(sequence), flush=True)


if __name__ == "__main__":
    main()
