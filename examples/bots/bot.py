"""A bot that plays random turns: THERA_TOKEN=... python3 bot.py http://127.0.0.1:8080"""
import json, os, random, sys, threading, time
from contextlib import suppress
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen

API, TOKEN = sys.argv[1].rstrip("/") + "/api/v1/", os.environ["THERA_TOKEN"]


def open_url(path, method="GET", body=None):
    headers = {"Authorization": "Bearer " + TOKEN, "Content-Type": "application/json"}
    data = json.dumps(body).encode() if body else None
    return urlopen(Request(API + path, data, headers, method=method), timeout=15)


def post(path, body=None):
    try:
        return json.load(open_url(path, "POST", body))
    except HTTPError as refused:  # it says why
        print(path, refused.read().decode(errors="replace"), file=sys.stderr)
        raise


def lines(path):
    with open_url(path) as stream:  # a blank line comes every few seconds
        yield from (json.loads(line) for line in stream if line.strip() and line.endswith(b"\n"))
    raise OSError(path + ": the stream has ended")


def choose(game, state):  # the rules are the server's: put your own player here
    answer = post("moves", {"game": game["game"], "position": state["fen"]})
    return random.choice(answer["moves"])["move"]


def play(game_id):
    for line in lines("bot/game/stream/" + game_id):
        if line["type"] == "gameFull":
            game, line = line, line["state"]
        if line["type"] == "gameState" and line["status"] != "started":
            return
        if line["type"] == "gameState" and line["turn"] == game["seat"]:
            post(f"bot/game/{game_id}/move/{quote(choose(game, line))}?ply={line['ply'] + 1}")


def forever(task, *args):
    while True:  # begun again when a stream breaks or a turn is refused
        try:
            return task(*args)
        except (OSError, HTTPException, ValueError) as broken:
            print(broken, file=sys.stderr)
            time.sleep(1)


def live():
    for event in lines("stream/event"):
        if event["type"] == "challenge":
            with suppress(HTTPError):  # it may be gone
                post(f"challenge/{event['challenge']['id']}/accept")
        elif event["type"] == "gameStart" and event["game"]["id"] not in playing:
            playing.add(event["game"]["id"])
            threading.Thread(target=forever, args=(play, event["game"]["id"]), daemon=True).start()


playing = set()
forever(live)
