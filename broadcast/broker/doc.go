// Package broker is the MQTT broker inside the daemon, for a daemon whose configuration
// names no other. It adds to an MQTT library what an open network requires: admission
// limits how many clients may be connected at once; access says who may log in, read and
// write; package guard checks every packet before the library reads it. Each workaround for
// a bug of the library is in a file of its own, which can be deleted once the bug is fixed.
package broker
