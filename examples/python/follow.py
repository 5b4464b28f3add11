#!/usr/bin/env python3
"""Follows one board over MQTT and prints its game, as docs/mqtt.md asks of readers.

Needs paho-mqtt (Debian: python3-paho-mqtt), version 1.6 or 2.
"""
import argparse
import json
import sys

import paho.mqtt.client as mqtt


class Board:
    """What is known of one board: of each game, whatever had the highest seq."""

    def __init__(self):
        self.game, self.seq, self.moves = None, -1, []

    def newer(self, message):
        """Says whether a message tells more than is known, and remembers it."""
        if message["game"] == self.game and message["seq"] <= self.seq:
            return False
        if message["game"] != self.game:
            self.moves = []
        self.game, self.seq = message["game"], message["seq"]
        return True

    def state(self, state):
        if self.newer(state):
            self.moves = [move["san"] for move in state["moves"]]
            return True
        return False

    def move(self, move):
        """Takes one move; False when it is old, or when one before it was missed."""
        known = self.moves if move["game"] == self.game else []
        if move["ply"] > len(known) + 1 or not self.newer(move):
            return False  # the next state has all of them
        del self.moves[move["ply"] - 1:]
        if not move.get("retracted"):
            self.moves.append(move["san"])
        return True


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--host", default="127.0.0.1")
    arguments.add_argument("--port", type=int, default=1883)
    arguments.add_argument("--base", default="touchmove/v1")
    arguments.add_argument("--event", default="local")
    arguments.add_argument("--board", default="demo")
    arguments.add_argument("--plies", type=int, default=0, help="end after so many half-moves of a game")
    options = arguments.parse_args()
    prefix = f"{options.base}/{options.event}/{options.board}/"
    board = Board()

    def on_connect(client, *_):  # again after every connection: nothing is remembered for us
        client.subscribe([(prefix + "state", 1), (prefix + "move", 1), (prefix + "availability", 1)])

    def on_message(client, _, message):
        topic = message.topic[len(prefix):]
        if topic == "availability":
            print("#", message.payload.decode(), flush=True)
            return
        payload = json.loads(message.payload)
        if payload["v"] != 1:
            sys.exit(f"version {payload['v']} of {message.topic} is not known here")
        if board.state(payload) if topic == "state" else board.move(payload):
            print(board.game, *board.moves, flush=True)
            if options.plies and len(board.moves) >= options.plies:
                client.disconnect()

    version = getattr(mqtt, "CallbackAPIVersion", None)  # paho-mqtt 2 asks which callbacks are meant
    client = mqtt.Client(version.VERSION2) if version else mqtt.Client()
    client.on_connect, client.on_message = on_connect, on_message
    client.reconnect_delay_set(1, 5)  # seconds
    client.connect(options.host, options.port)
    client.loop_forever()


if __name__ == "__main__":
    main()
