// Package broadcasttest is what tests of publishing share: a real broker that
// can be killed, and a subscriber that keeps to the rule of docs/mqtt.md.
package broadcasttest
