// Package broker is the MQTT broker inside the daemon, for a daemon that was not given
// one. Around an MQTT library it has what strangers make necessary: admission, which
// bounds who may be there at once; access, which says who may log in, read and write;
// package guard, which checks every packet before the library does; and what makes good
// for faults of the library, each in a file of its own that can go when the fault does.
package broker
