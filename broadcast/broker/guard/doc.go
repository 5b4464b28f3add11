// Package guard stands between the embedded broker's listeners and the MQTT library. It
// reads each packet of a client completely and within limits, and passes it on only if MQTT
// 3.1.1 (OASIS Standard, 29 October 2014) allows a client to send every field of it.
// Section numbers and statements such as [MQTT-3.1.2-2] are those of that standard.
//
// # Why there is a guard
//
// The decoder of the library, github.com/mochi-mqtt/server/v2 at 2.7.9, its latest release,
// has bugs that a stranger can exploit:
//
//   - A SUBSCRIBE of MQTT 5 that ends before its options byte causes an index out of range
//     in Packet.SubscribeDecode, which ends the process (its public issue 501).
//   - A filter may have as many levels as fit into a packet. TopicsIndex walks a filter
//     from its beginning for each level, and keeps several maps for each: 45 filters of
//     32,000 levels take half a gigabyte and hold the index's lock for seconds.
//   - It allocates what the header announces before a byte of it has come.
//
// Packets that pass are well-formed and small, and cause none of this. Even when the
// library has fixed these bugs, the package is needed to limit memory; only the refusal of
// MQTT 5 in connect.go can then be removed.
//
// # Why MQTT 5 is refused
//
// The topics and payloads of touchmove are specified for MQTT 3.1.1, which all its own
// clients use. The library's MQTT 5 has bugs that checking packets cannot avoid: with a
// Receive Maximum it takes a read lock twice in Inflight.NextImmediate, so that a client
// that pings while something is published to it can block the publisher for ever, and it
// sends delayed messages out of order; it checks the permissions of a topic alias before
// resolving it. A client of MQTT 5 gets the reason code 0x84, unsupported protocol version
// (MQTT 5.0, 3.2.2.2), and can log in with 3.1.1.
package guard
