// Package control accepts commands. Pending takes those for one board, from whatever source,
// carries out none twice, and answers each once it is kept. Server receives commands over
// local Unix sockets, and Client sends them. `touchmove ctl` and scripts on the same
// computer use the sockets, without a broker or a password.
//
// A command is checked in three places. Its form, where its bytes come in: ReadPayload
// and Request of package broadcast, with trace.Command.Validate and the published schema.
// Who may give it: Sender.Permit of package broadcast, which asks the table of commands.
// Whether it fits the game as it stands: the game's Step, with the alarms' for acknowledge.
//
// There is one socket for each role, arbiter.sock and technician.sock. Who may
// open which is a matter of the file's group, so the kernel decides who is who,
// as it does for every other file. What a role may do is what it may do over
// MQTT (docs/mqtt.md).
//
// Both sides send JSON, one object on each line. A line from the client is a command as its
// MQTT payload, with "do" and, where there are several boards, "board"; the answer is that
// of cmd/<name>/result with these two keys. In addition to the commands there are
// "do":"boards", which lists the boards and the state of their games, and "do":"desk", which
// returns the arbiter's desk of one board; neither takes an id.
package control
