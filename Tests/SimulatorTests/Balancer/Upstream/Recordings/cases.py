"""The runs that record.py makes: servers, what they answer, and the requests in order."""

import random


def servers(*parameters):
    return "".join(
        f"server 127.0.0.1:{21000 + number} {text};" for number, text in enumerate(parameters)
    )


def plain(count, **fields):
    return [dict(fields) for _ in range(count)]


def timed(seconds, each=1, **fields):
    """So many requests in each second, well inside of it."""
    return [
        {"when": second + 0.3 + 0.15 * number, **fields}
        for second in range(seconds)
        for number in range(each)
    ]


def addresses(count, seed):
    source = random.Random(seed)
    steps = []
    for number in range(count):
        if number % 4 == 3:
            parts = [format(source.randrange(65536), "x") for _ in range(8)]
            steps.append({"ip": ":".join(parts)})
        else:
            steps.append({"ip": ".".join(str(source.randrange(256)) for _ in range(4))})
    return steps


def paths(count, seed):
    source = random.Random(seed)
    return [
        {"path": f"/item/{source.randrange(10**9)}?q={source.random():.3f}"} for _ in range(count)
    ]


def held(count, most, seed, **fields):
    """Requests that stay open while others come, at most so many at a time."""
    source = random.Random(seed)
    steps, waiting = [], []
    for number in range(count):
        while len(waiting) >= most or (waiting and source.random() < 0.45):
            steps.append({"end": waiting.pop(source.randrange(len(waiting)))})
        steps.append({"begin": number, **fields})
        waiting.append(number)
    return steps + [{"end": number} for number in waiting]


NEXT = "proxy_next_upstream error timeout http_500 http_502 http_503 http_504;"

CASES = [
    dict(
        case="weights-3-2-1",
        upstream=servers("weight=3", "weight=2", ""),
        steps=plain(40),
    ),
    dict(
        case="weights-10-7-4-2-1-down",
        upstream=servers("weight=10", "weight=7", "weight=4 down", "weight=2", ""),
        backends=5,
        steps=plain(80),
    ),
    dict(
        case="alternating-500",
        upstream=servers(*["max_fails=3 fail_timeout=4s"] * 3),
        location=NEXT,
        statuses={"1": [200, 500]},
        steps=timed(22, 3),
    ),
    dict(
        case="effective-weight",
        upstream=servers(*[f"weight={w} max_fails=4 fail_timeout=3s" for w in (9, 4, 2)]),
        location=NEXT,
        statuses={"0": [500, 500, 200, 200, 200, 503, 200, 200, 200, 200, 200, 200]},
        steps=timed(16, 4),
    ),
    dict(
        case="probe-each-window",
        upstream=servers("", "fail_timeout=4s", "max_fails=2 fail_timeout=2s"),
        location=NEXT,
        down=[1],
        statuses={"2": [500, 500, 500, 500, 200]},
        steps=timed(20, 3),
    ),
    dict(
        case="all-down",
        upstream=servers(*["fail_timeout=2s"] * 3),
        down=[0, 1, 2],
        steps=timed(9, 2),
    ),
    dict(
        case="next-off",
        upstream=servers(*["max_fails=2 fail_timeout=5s"] * 4),
        location="proxy_next_upstream off;",
        backends=4,
        down=[1],
        statuses={"2": 500, "3": ["close", "garbage"]},
        steps=timed(8, 4),
    ),
    dict(
        case="post-not-retried",
        upstream=servers(*["max_fails=2 fail_timeout=5s"] * 4),
        location=NEXT,
        backends=4,
        down=[3],
        statuses={"1": 500, "2": ["close", 200]},
        steps=[
            {**step, "method": method}
            for step, method in zip(timed(14, 3), ["POST", "GET", "POST", "PUT", "PATCH"] * 9)
        ],
    ),
    dict(
        case="post-non-idempotent",
        upstream=servers(*["max_fails=2 fail_timeout=5s"] * 4),
        location=NEXT.replace("http_504", "http_504 non_idempotent"),
        backends=4,
        down=[3],
        statuses={"1": 500, "2": ["close", 200]},
        steps=[
            {**step, "method": method}
            for step, method in zip(timed(14, 3), ["POST", "GET", "POST", "PUT", "PATCH"] * 9)
        ],
    ),
    dict(
        case="tries-2",
        upstream=servers(*["max_fails=3 fail_timeout=5s"] * 4),
        location=NEXT + "proxy_next_upstream_tries 2;",
        backends=4,
        down=[2],
        statuses={"0": 502, "1": [503, 200]},
        steps=timed(10, 4),
    ),
    dict(
        case="tries-without-down",
        upstream=servers("down", "", "down", "", "down") + "server 127.0.0.1:21005 backup;"
        "server 127.0.0.1:21006 backup down;",
        location=NEXT,
        backends=7,
        statuses={"1": 500, "3": 500, "5": 503},
        steps=timed(14, 2),
    ),
    dict(
        case="forbidden-and-not-found",
        upstream=servers(*["fail_timeout=5s"] * 3),
        location="proxy_next_upstream error http_403 http_404;",
        statuses={"0": 404, "1": [403, 200]},
        steps=plain(24),
    ),
    dict(
        case="too-many-requests",
        upstream=servers(*["max_fails=2 fail_timeout=3s"] * 3),
        location="proxy_next_upstream error http_429;",
        statuses={"0": 429, "1": [429, 200, 500]},
        steps=timed(10, 3),
    ),
    dict(
        case="next-timeout",
        upstream=servers(*["max_fails=4 fail_timeout=5s"] * 4),
        location="proxy_next_upstream error timeout; proxy_read_timeout 150ms;"
        "proxy_next_upstream_timeout 200ms;",
        backends=4,
        statuses={"0": "hang", "1": "hang", "2": ["hang", 200]},
        steps=[{"when": second + 0.2} for second in range(18)],
    ),
    dict(
        case="single",
        upstream=servers("max_fails=1 fail_timeout=10s"),
        location=NEXT,
        backends=1,
        statuses={"0": [500, "close", 200]},
        steps=plain(12),
    ),
    dict(
        case="single-and-backup",
        upstream="server 127.0.0.1:21000 fail_timeout=2s;server 127.0.0.1:21001 backup;",
        location=NEXT,
        backends=2,
        statuses={"0": [500, 500, 200]},
        steps=timed(10, 3),
    ),
    dict(
        case="backups-with-weights",
        upstream="server 127.0.0.1:21000 fail_timeout=3s;server 127.0.0.1:21001 backup weight=3;"
        "server 127.0.0.1:21002 fail_timeout=3s;"
        "server 127.0.0.1:21003 backup weight=2 max_fails=2 fail_timeout=3s;",
        location=NEXT,
        backends=4,
        down=[0, 2],
        statuses={"3": [200, 500]},
        steps=timed(12, 4),
    ),
    dict(
        case="least-conn",
        upstream="least_conn;" + servers("weight=3", "", "weight=2", ""),
        backends=4,
        steps=held(90, 14, 1),
    ),
    dict(
        case="least-conn-idle",
        upstream="least_conn;" + servers("weight=5", "", ""),
        steps=plain(21),
    ),
    dict(
        case="least-conn-max-conns",
        upstream="least_conn;"
        + servers("max_conns=2", "weight=2 max_conns=3", "weight=3 max_conns=1")
        + "server 127.0.0.1:21003 backup max_conns=2;server 127.0.0.1:21004 backup weight=2;",
        backends=5,
        steps=held(80, 10, 2),
    ),
    dict(
        case="least-conn-failing",
        upstream="least_conn;" + servers(*["max_fails=2 fail_timeout=3s"] * 4),
        location=NEXT,
        backends=4,
        down=[2],
        statuses={"1": [500, 200, 200]},
        steps=[
            {**step, **({"when": 0.1 * number} if "begin" in step else {})}
            for number, step in enumerate(held(70, 8, 3))
        ],
    ),
    dict(
        case="max-conns-full",
        upstream=servers("max_conns=1", "max_conns=2 weight=2", "max_conns=1"),
        steps=held(60, 6, 4),
    ),
    dict(
        case="ip-hash-weights",
        upstream="ip_hash;" + servers("weight=1", "weight=3", "weight=2 down", "weight=2"),
        backends=4,
        steps=addresses(200, 5),
    ),
    dict(
        case="ip-hash-failing",
        upstream="ip_hash;" + servers(*["fail_timeout=30s"] * 3),
        location=NEXT,
        down=[1],
        statuses={"0": [200, 500, 200]},
        steps=addresses(80, 6),
    ),
    dict(
        case="hash-weights",
        upstream="hash $request_uri;" + servers("weight=3", "weight=1", "down", "weight=2"),
        backends=4,
        steps=paths(200, 7),
    ),
    dict(
        case="hash-failing",
        upstream="hash $request_uri;" + servers(*["max_fails=3 fail_timeout=30s"] * 4),
        location=NEXT,
        backends=4,
        down=[1],
        statuses={"0": [200, 500]},
        steps=paths(120, 8),
    ),
    dict(
        case="hash-few-left",
        upstream="hash $request_uri;" + servers("", *["down"] * 9, "weight=2"),
        backends=11,
        steps=paths(60, 9),
    ),
    dict(
        case="hash-consistent-weights",
        upstream="hash $request_uri consistent;"
        + servers("weight=2", "weight=1", "weight=3 down", "weight=4"),
        backends=4,
        steps=paths(250, 10),
    ),
    dict(
        case="hash-consistent-failing",
        upstream="hash $request_uri consistent;"
        + servers(*["max_fails=2 fail_timeout=30s"] * 5),
        location=NEXT,
        backends=5,
        down=[3],
        statuses={"1": [200, 500], "4": [200, 200, 500]},
        steps=paths(200, 11),
    ),
    dict(
        case="hash-consistent-few-left",
        upstream="hash $request_uri consistent;" + servers("", *["down"] * 15, "weight=3"),
        backends=17,
        steps=paths(80, 12),
    ),
    dict(
        case="random-weights",
        upstream="random;" + servers("weight=4", "", "weight=2 down", "weight=3"),
        backends=4,
        draws=True,
        steps=plain(80),
    ),
    dict(
        case="random-two",
        upstream="random two least_conn;" + servers("weight=2", "", "weight=3", "", ""),
        backends=5,
        draws=True,
        steps=held(120, 16, 13),
    ),
    dict(
        case="random-two-failing",
        upstream="random two;" + servers(*["max_fails=2 fail_timeout=30s max_conns=3"] * 4),
        location=NEXT,
        backends=4,
        draws=True,
        down=[1],
        statuses={"2": [200, 500]},
        steps=held(90, 8, 14),
    ),
    dict(
        case="hash-empty-keys",
        upstream="hash $arg_k;" + servers("weight=2", "", "weight=3"),
        steps=[{"path": f"/?k={n // 2 if n % 3 else ''}"} for n in range(60)],
    ),
    dict(
        case="hash-consistent-empty-keys",
        upstream="hash $arg_k consistent;" + servers("weight=2", "", "weight=3"),
        steps=[{"path": f"/?k={n // 2 if n % 3 else ''}"} for n in range(60)],
    ),
    dict(
        case="max-fails-0",
        upstream=servers("max_fails=0", "max_fails=0 weight=2", "weight=3 fail_timeout=2s"),
        location=NEXT,
        down=[0],
        statuses={"1": [500, 200], "2": [200, 503]},
        steps=timed(8, 4),
    ),
    dict(
        case="least-conn-backup",
        upstream="least_conn;"
        + servers("fail_timeout=2s", "max_fails=2 fail_timeout=3s weight=2")
        + "server 127.0.0.1:21002 backup;server 127.0.0.1:21003 backup weight=2 max_conns=3;",
        location=NEXT,
        backends=4,
        down=[0],
        statuses={"1": [500, 200, 200, 503], "3": [200, 200, 500]},
        steps=[
            {**step, **({"when": 0.09 * number} if "begin" in step else {})}
            for number, step in enumerate(held(80, 7, 18))
        ],
    ),
    dict(
        case="ip-hash-max-conns",
        upstream="ip_hash;" + servers("max_conns=2", "weight=2 max_conns=1", "max_conns=2", ""),
        backends=4,
        steps=[
            {**step, **(address if "begin" in step else {})}
            for step, address in zip(held(70, 7, 19), addresses(140, 20))
        ],
    ),
    dict(
        case="hash-consistent-max-conns",
        upstream="hash $request_uri consistent;"
        + servers("max_conns=2", "weight=2 max_conns=1", "max_conns=2", "max_conns=1"),
        backends=4,
        steps=[
            {**step, **(path if "begin" in step else {})}
            for step, path in zip(held(70, 7, 21), paths(140, 22))
        ],
    ),
    dict(
        case="penalties",
        upstream=servers(
            "weight=20 max_fails=3 fail_timeout=2s", "weight=10 max_fails=5", "weight=3"
        ),
        location=NEXT,
        statuses={"0": [200, 500, 200, 200], "1": [200, 200, 200, 502]},
        steps=timed(14, 5),
    ),
    dict(
        case="seventy-servers",
        upstream=servers(*[f"weight={1 + n * 7 % 5} fail_timeout=30s" for n in range(70)]),
        backends=70,
        location=NEXT,
        down=[3, 33, 63],
        statuses={"11": 500, "12": [200, 503]},
        steps=plain(250),
    ),
    dict(
        case="seventy-servers-least-conn",
        upstream="least_conn;" + servers(*[f"weight={1 + n * 7 % 5}" for n in range(70)]),
        backends=70,
        down=[5, 50],
        steps=held(260, 120, 23),
    ),
    *[
        dict(
            case=f"limit-req-{name}",
            upstream=servers(""),
            http="limit_req_zone $http_host zone=z:1m rate=10r/s;"
            f"limit_req zone=z {options};",
            backends=1,
            limit=True,
            steps=plain(20, together=True)
            + [{"when": 1.8 + 0.07 * number, "together": True} for number in range(30)],
        )
        for name, options in (
            ("burst", "burst=5"),
            ("nodelay", "burst=5 nodelay"),
            ("delay", "burst=5 delay=2"),
        )
    ],
    dict(
        case="limit-conn",
        upstream=servers("", ""),
        backends=2,
        http="limit_conn_zone $request_uri zone=z:1m; limit_conn z 3;",
        steps=[
            {**step, **({"path": f"/{step['begin'] % 3}"} if "begin" in step else {})}
            for step in held(80, 12, 15)
        ],
    ),
    dict(
        case="access-list",
        upstream=servers(""),
        backends=1,
        location="deny 10.1.2.3; allow 10.1.0.0/16; deny 10.0.0.0/8; allow 2001:db8::/32;"
        "deny 2001::/16; allow 192.168.0.0/23; deny all;",
        steps=[
            {"ip": ip}
            for ip in (
                "10.1.2.3 10.1.2.4 10.1.255.255 10.2.0.0 10.0.0.1 11.0.0.0 192.168.0.0 "
                "192.168.1.255 192.168.2.0 192.167.255.255 2001:db8::1 2001:db8:ffff::1 "
                "2001:db7::1 2001:db9::1 2002::1 ::1 ::ffff:10.1.9.9 ::ffff:10.2.9.9 8.8.8.8"
            ).split()
        ],
    ),
    *[
        dict(
            case=f"keepalive-{name}",
            upstream=servers("", "") + options,
            location='proxy_http_version 1.1; proxy_set_header Connection "";',
            backends=2,
            connections=True,
            steps=steps,
        )
        for name, options, steps in (
            ("2", "keepalive 2;", held(80, 6, 16)),
            ("requests", "keepalive 4; keepalive_requests 3;", held(60, 4, 17)),
            (
                "timeout",
                "keepalive 3; keepalive_timeout 2s; keepalive_time 4s;",
                [{"when": when} for when in (0.3, 0.4, 0.5, 0.6, 1.3, 1.4, 2.3, 2.4, 3.1, 3.2,
                                             3.9, 4.0, 4.7, 4.8, 5.5, 5.6, 8.1, 8.2, 8.3)],
            ),
        )
    ],
]
