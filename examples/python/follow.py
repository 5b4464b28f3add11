#!/usr/bin/env python3
"""Follows one board over MQTT and prints its game, as docs/mqtt.md asks of readers.

Needs paho-mqtt (Debian: python3-paho-mqtt), version 1.6 or 2.
"""
import argparse
import json
import sys

import paho.mqtt.client as mqtt


class Game:
    """What is known of one game: whatever had the highest seq."""

    def __init__(self, name):
        self.name, self.seq, self.moves, self.result = name, -1, [], "*"

    def newer(self, message):
        """Says whether a message tells more than is known, and remembers it."""
        if message["seq"] <= self.seq:
            return False
        self.seq = message["seq"]
        return True

    def state(self, state):
        if not self.newer(state):
            return False
        self.moves = [move["san"] for move in state["moves"]]
        self.result = state["result"] if state["phase"] == "over" else "*"  # what stands before that may change
        return True

    def end(self, state, result):
        """Takes how it was left. The result may be new under a known seq: kings showed it, and it counts from now on."""
        if state["seq"] < self.seq:
            return False
        before = (self.seq, self.result)
        self.seq, self.moves, self.result = state["seq"], [move["san"] for move in state["moves"]], result
        return before != (self.seq, self.result)

    def move(self, move):
        """Takes one move; False when it is old, or when one before it was missed."""
        if move["ply"] > len(self.moves) + 1 or not self.newer(move):
            return False  # the next state has all of them
        del self.moves[move["ply"] - 1:]
        if not move.get("retracted"):
            self.moves.append(move["san"])
        return True

    def __str__(self):
        return " ".join([self.name, *self.moves, *([self.result] if self.result != "*" else [])])


class Board:
    """The games of one board that were heard of."""

    def __init__(self):
        self.games = {}

    def receive(self, topic, message):
        """Takes a message and returns the games of which it told something new."""
        if topic == "previous":  # games that ended, perhaps while we were away; others do not matter here
            ended = [(self.games[s["game"]], s) for s in message["games"] if s["game"] in self.games]
            return [game for game, s in ended if game.end(s, message.get("results", {}).get(s["game"], s["result"]))]
        game = self.games.setdefault(message["game"], Game(message["game"]))
        return [game] if (game.state if topic == "state" else game.move)(message) else []


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--host", default="127.0.0.1")
    arguments.add_argument("--port", type=int, default=1883)
    arguments.add_argument("--base", default="touchmove/v1")
    arguments.add_argument("--event", default="local")
    arguments.add_argument("--board", default="demo-1")
    arguments.add_argument("--plies", type=int, default=0, help="end after so many half-moves of a game")
    options = arguments.parse_args()
    prefix = f"{options.base}/{options.event}/{options.board}/"
    board = Board()

    def on_connect(client, *_):  # again after every connection: nothing is remembered for us
        client.subscribe([(prefix + "state", 1), (prefix + "move", 1), (prefix + "previous", 1), (prefix + "availability", 1)])

    def on_message(client, _, message):
        topic = message.topic[len(prefix):]
        if topic == "availability":
            print("#", message.payload.decode(), flush=True)
            return
        payload = json.loads(message.payload)
        if payload["v"] != 1:
            sys.exit(f"version {payload['v']} of {message.topic} is not known here")
        for game in board.receive(topic, payload):
            print(game, flush=True)
            if options.plies and len(game.moves) >= options.plies:
                client.disconnect()

    version = getattr(mqtt, "CallbackAPIVersion", None)  # paho-mqtt 2 asks which callbacks are meant
    client = mqtt.Client(version.VERSION2) if version else mqtt.Client()
    client.on_connect, client.on_message = on_connect, on_message
    client.reconnect_delay_set(1, 5)  # seconds
    client.connect(options.host, options.port)
    client.loop_forever()


if __name__ == "__main__":
    main()
