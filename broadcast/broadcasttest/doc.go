// Package broadcasttest has what tests of publishing share: a real broker that can be
// killed, and a subscriber that follows the rule of docs/mqtt.md.
package broadcasttest
