"""A bot that plays thera's games on a server, with an engine of the package.

    THERA_TOKEN=... python3 bot.py http://127.0.0.1:8080 --level 3

docs/programs/bots.md says how a bot gets its account and token, and has the whole protocol.
"""

import argparse
import json
import os
import sys
import threading
import time
from contextlib import suppress
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen

import thera


class Server:
    """The bot API of a server."""

    def __init__(self, address, token):
        self.api, self.token = address.rstrip("/") + "/api/v1/", token

    def open(self, path, method="GET"):
        return urlopen(Request(self.api + path, None, {"Authorization": "Bearer " + self.token}, method=method), timeout=15)

    def post(self, path):
        try:
            self.open(path, "POST").close()
        except HTTPError as refused:  # it says why
            print(path, refused.read().decode(errors="replace"), file=sys.stderr)
            raise

    def lines(self, path):
        with self.open(path) as stream:  # a blank line comes every few seconds
            yield from (json.loads(line) for line in stream if line.strip() and line.endswith(b"\n"))
        raise OSError(path + ": the stream has ended")


def forever(task, *args):
    """Runs a task to its end, again when a stream breaks, a request is refused or an engine dies."""
    while True:
        try:
            return task(*args)
        except (OSError, HTTPException, ValueError, thera.EngineError) as broken:
            print(broken, file=sys.stderr)
            time.sleep(1)


def play(server, game_id, level, seconds):
    """Plays a game to its end."""
    with thera.Engine(level=level) as engine:
        for line in server.lines("bot/game/stream/" + game_id):
            if line["type"] == "gameFull":
                game, line = line, line["state"]
            if line["type"] == "gameState" and line["status"] != "started":
                return
            if line["type"] == "gameState" and line["turn"] == game["seat"]:
                pos = thera.Position.parse(line["fen"], game["game"])
                move = engine.search(pos, time=seconds).move
                server.post(f"bot/game/{game_id}/move/{quote(move)}?ply={line['ply'] + 1}")


def live(server, playing, level, seconds):
    """Accepts every challenge and plays every game, each in a thread."""
    for event in server.lines("stream/event"):
        if event["type"] == "challenge":
            with suppress(HTTPError):  # it may be gone
                server.post(f"challenge/{event['challenge']['id']}/accept")
        elif event["type"] == "gameStart" and event["game"]["id"] not in playing:
            playing.add(event["game"]["id"])
            threading.Thread(target=forever, args=(play, server, event["game"]["id"], level, seconds), daemon=True).start()


def main():
    parser = argparse.ArgumentParser(description="Plays on a server with one of thera's engines.")
    parser.add_argument("server", help="its address, such as http://127.0.0.1:8080")
    parser.add_argument("--level", type=int, default=3, help="the engine's level, from 1 to 8 (default 3)")
    parser.add_argument("--seconds", type=float, default=0.2, help="the time for each turn (default 0.2)")
    args = parser.parse_args()
    server, playing = Server(args.server, os.environ["THERA_TOKEN"]), set()
    forever(live, server, playing, args.level, args.seconds)


if __name__ == "__main__":
    main()
