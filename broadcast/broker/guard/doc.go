// Package guard stands between the embedded broker's listeners and the MQTT library
// behind them. It reads each packet that a client sends, completely and within limits,
// and hands it on only when every field of it is what MQTT 3.1.1 (OASIS Standard, 29
// October 2014) allows a client to send. Section numbers and statements such as
// [MQTT-3.1.2-2] are of that standard.
//
// # Why there is a guard
//
// The library, github.com/mochi-mqtt/server/v2 at 2.7.9, its latest release, decodes
// with faults that a stranger can use:
//
//   - A SUBSCRIBE of MQTT 5 that ends before its options byte is an index out of range
//     in Packet.SubscribeDecode, and ends the process (its public issue 501).
//   - A filter may have as many levels as fit into a packet. TopicsIndex walks a filter
//     from its beginning for each level, and keeps several maps for each: 45 filters of
//     32,000 levels take half a gigabyte and hold the index's lock for seconds.
//   - It allocates what the header announces before a byte of it has come.
//
// Packets that pass are well-formed and small, and none of these can happen. Even when the
// library has fixed them, this package limits memory; only the refusal of MQTT 5 in
// connect.go may then go.
//
// # Why MQTT 5 is refused
//
// The topics and payloads that touchmove promises are of MQTT 3.1.1, which all its own
// clients speak. The library's MQTT 5 has faults that no check of a packet's form could
// keep out: with a Receive Maximum it takes a read lock twice in Inflight.NextImmediate,
// so that a client that pings while something is published to it can stop the
// publisher for ever, and it sends what waited out of order; a topic alias is asked for
// its rights before it is resolved. A client of MQTT 5 is told so with the reason code
// 0x84, unsupported protocol version (MQTT 5.0, 3.2.2.2), and can log in with 3.1.1.
package guard
