// Package control takes commands over local Unix sockets, and gives them: the
// way in for `touchmove ctl` and for scripts on the same computer, which works
// without a broker and without a password.
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
