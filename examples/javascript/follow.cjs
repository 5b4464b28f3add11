#!/usr/bin/env node
// Follows one board over MQTT and prints its game, as docs/mqtt.md asks of
// readers. Needs mqtt.js: npm install mqtt
//
//   node follow.cjs ws://127.0.0.1:8083 local demo-1 [plies]
"use strict";
const mqtt = require("mqtt");

const [url = "ws://127.0.0.1:8083", event = "local", name = "demo-1", plies = "0"] = process.argv.slice(2);
const prefix = `${process.env.BASE ?? "touchmove/v1"}/${event}/${name}/`;

// The games that were heard of: of each, whatever had the highest seq.
const games = new Map();

function game(id) {
  if (!games.has(id)) games.set(id, { id, seq: -1, moves: [], result: "*" });
  return games.get(id);
}

/** Says whether a message tells more of a game than is known, and remembers it. */
function newer(g, message) {
  if (message.seq <= g.seq) return false;
  g.seq = message.seq;
  return true;
}

/** Takes how a game was left. The result may be new under a known seq: kings showed it, and it counts from now on. */
function end(g, state, result) {
  if (state.seq < g.seq) return [];
  const known = state.seq === g.seq && result === g.result;
  Object.assign(g, { seq: state.seq, moves: state.moves.map((move) => move.san), result });
  return known ? [] : [g];
}

// Each returns the games of which it told something new.
const take = {
  state(state) {
    const g = game(state.game);
    if (!newer(g, state)) return [];
    g.moves = state.moves.map((move) => move.san);
    g.result = state.phase === "over" ? state.result : "*"; // what stands before that may change
    return [g];
  },
  // Nothing new when the move is old, or when one before it was missed: the
  // next state has all of them.
  move(move) {
    const g = game(move.game);
    if (move.ply > g.moves.length + 1 || !newer(g, move)) return [];
    g.moves.length = move.ply - 1;
    if (!move.retracted) g.moves.push(move.san);
    return [g];
  },
  // Games that ended, perhaps while we were away; others do not matter here.
  previous(message) {
    return message.games.filter((state) => games.has(state.game)).flatMap((state) => end(games.get(state.game), state, message.results?.[state.game] ?? state.result));
  },
};

const client = mqtt.connect(url, { reconnectPeriod: 1000 }); // ms
client.on("connect", () => client.subscribe(["state", "move", "previous", "availability"].map((topic) => prefix + topic), { qos: 1 }));
client.on("error", (error) => client.disconnecting || console.error(error.message));
client.on("message", (topic, payload) => {
  const last = topic.slice(prefix.length);
  if (last === "availability") {
    console.log("#", payload.toString());
    return;
  }
  const message = JSON.parse(payload);
  if (message.v !== 1) throw new Error(`version ${message.v} of ${topic} is not known here`);
  for (const g of take[last](message)) {
    console.log([g.id, ...g.moves, ...(g.result === "*" ? [] : [g.result])].join(" "));
    if (Number(plies) && g.moves.length >= Number(plies)) client.end();
  }
});
