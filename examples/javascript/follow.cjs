#!/usr/bin/env node
// Follows one board over MQTT and prints its game, as docs/mqtt.md asks of
// readers. Needs mqtt.js: npm install mqtt
//
//   node follow.cjs ws://127.0.0.1:8083 local demo [plies]
"use strict";
const mqtt = require("mqtt");

const [url = "ws://127.0.0.1:8083", event = "local", name = "demo", plies = "0"] = process.argv.slice(2);
const prefix = `${process.env.BASE ?? "touchmove/v1"}/${event}/${name}/`;

// Of each game, whatever had the highest seq.
const board = { game: null, seq: -1, moves: [] };

/** Says whether a message tells more than is known, and remembers it. */
function newer(message) {
  if (message.game === board.game && message.seq <= board.seq) return false;
  if (message.game !== board.game) board.moves = [];
  board.game = message.game;
  board.seq = message.seq;
  return true;
}

const take = {
  state(state) {
    if (!newer(state)) return false;
    board.moves = state.moves.map((move) => move.san);
    return true;
  },
  // False when the move is old, or when one before it was missed: the next
  // state has all of them.
  move(move) {
    const known = move.game === board.game ? board.moves : [];
    if (move.ply > known.length + 1 || !newer(move)) return false;
    board.moves.length = move.ply - 1;
    if (!move.retracted) board.moves.push(move.san);
    return true;
  },
};

const client = mqtt.connect(url, { reconnectPeriod: 1000 }); // ms
client.on("connect", () => client.subscribe(["state", "move", "availability"].map((topic) => prefix + topic), { qos: 1 }));
client.on("error", (error) => client.disconnecting || console.error(error.message));
client.on("message", (topic, payload) => {
  const last = topic.slice(prefix.length);
  if (last === "availability") {
    console.log("#", payload.toString());
    return;
  }
  const message = JSON.parse(payload);
  if (message.v !== 1) throw new Error(`version ${message.v} of ${topic} is not known here`);
  if (!take[last](message)) return;
  console.log([board.game, ...board.moves].join(" "));
  if (Number(plies) && board.moves.length >= Number(plies)) client.end();
});
