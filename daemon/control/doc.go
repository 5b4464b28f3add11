// Package control accepts commands. Pending receives the commands for one board from all
// sources, carries out none twice, and answers each once it is kept. Server receives
// commands over local Unix sockets, and Client sends them. `touchmove ctl` and scripts on
// the same computer use the sockets, without a broker or a password.
//
// Three checks stand between a command and its effect. Sender.Request of package broadcast
// makes the Request where the bytes arrive: only if the form is that of trace.Command.Validate
// and the published schema, and the table of commands allows it to the sender. Pending.Accept
// checks whether this command can be taken now: its id was not used before, it has not
// expired, the game has not gone on since the sequence number that it names, and the disk
// keeps records. Whether it fits the state of the game is checked by the game's Step, or by
// that of the alarms for acknowledge.
//
// There is one socket for each role, arbiter.sock and technician.sock. The group of the file
// decides who may open it, so the kernel checks users as it does for every other file. A
// role may do the same as over MQTT (docs/mqtt.md).
//
// Both sides send JSON, one object per line. A line from the client is a command as its MQTT
// payload, with "do" and, if there are several boards, "board"; the answer is that of
// cmd/<name>/result with these two keys. In addition to the commands there are
// "do":"boards", which lists the boards and the state of their games, and "do":"desk", which
// returns the arbiter's desk of one board; neither needs an id.
package control
