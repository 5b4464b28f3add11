// Package control takes commands in: Pending accepts those of a board, whichever way they
// come, does none twice and answers each once it is kept; Server takes them over local
// Unix sockets, and Client gives them there. The sockets are the way in for `touchmove
// ctl` and for scripts on the same computer, which works without a broker and without a
// password.
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
// Both sides speak JSON, an object a line. A line from the client is a command
// as its MQTT payload, with "do" and, where there are several boards, "board";
// the answer is the one of cmd/<name>/result with these two keys. Beside the
// commands of a board there are "do":"boards", which lists the boards and where
// their games stand, and "do":"desk", which tells what lies on an arbiter's desk of
// one; neither takes an id.
package control
