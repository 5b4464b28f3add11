//go:build contract

package broadcast

import (
	"strings"

	"touchmove/broadcast/contract/schemas"
)

// assertContract checks every message against contract/schemas before it is published. `make
// test` builds with the tag contract, so whatever any test makes a daemon publish, in
// its own process or another one, is checked against the published contract; a single
// unknown key panics.
//
// An analysis is taken back by an empty retained message, which removes it from the broker
// (MQTT 3.1.1, 3.3.1.3).
func assertContract(m message) {
	if m.retained && len(m.payload) == 0 && strings.HasSuffix(m.topic, "/analysis") {
		return
	}
	if err := schemas.Check(m.topic, m.payload); err != nil {
		panic("published against the contract: " + err.Error() + "\n" + string(m.payload))
	}
}
