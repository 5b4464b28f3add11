package guard_test

import (
	"errors"
	"testing"

	"touchmove/broadcast/broker/guard"
)

// Checking any bytes does not fail. What passes can be read by the library without a panic
// and without an error, except a CONNECT with an empty will or password.
func FuzzCheck(f *testing.F) {
	for _, c := range good {
		f.Add(c.head, []byte(c.body))
	}
	f.Add(byte(0x10), []byte("\x00\x04MQTT\x05\x02\x00\x1e\x00\x00\x01a"))
	f.Add(byte(0x82), []byte("\x00\x01\x00\x00\x01a"))
	f.Fuzz(func(t *testing.T, head byte, body []byte) {
		err := guard.Check(head, body, limits)
		var v *guard.Violation
		if err != nil && !errors.As(err, &v) {
			t.Fatalf("%x %x: %v is no violation", head, body, err)
		}
		if err != nil {
			return
		}
		if err := decode(head, body); err != nil && head>>4 != 1 {
			t.Errorf("%x %x passes, and the library says %v", head, body, err)
		}
	})
}
