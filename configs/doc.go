// Package configs reads the daemon's configuration: one strict TOML file that names the
// boards, how their sensors are wired, the broker and the Laws in force. An unknown key, a
// square that does not exist and a pin used twice are errors with file, line and what to
// write instead; nothing is guessed. Without a file, Default configures a whole hall
// without hardware: one simulated board and an embedded broker on loopback. The example
// files beside this one are read by the tests; docs/config.md describes every key.
package configs
