package guard

import "fmt"

// Violation is the error about a packet. Its connection must be closed [MQTT-4.8.0-1].
type Violation struct {
	Why    string // what is wrong, with the section of MQTT 3.1.1
	Answer []byte // the packet that tells the client; nil if the standard has none
}

// Error implements error.
func (v *Violation) Error() string { return v.Why }

func wrong(format string, args ...any) error {
	return &Violation{Why: fmt.Sprintf(format, args...)}
}
