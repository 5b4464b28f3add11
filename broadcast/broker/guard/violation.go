package guard

import "fmt"

// Violation is what is wrong with a packet. Its connection has to end [MQTT-4.8.0-1].
type Violation struct {
	Why    string // what is wrong, with the section of MQTT 3.1.1
	Answer []byte // the packet that says so to the client; nil where the standard has none
}

// Error implements error.
func (v *Violation) Error() string { return v.Why }

func wrong(format string, args ...any) error {
	return &Violation{Why: fmt.Sprintf(format, args...)}
}
