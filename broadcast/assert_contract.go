//go:build contract

package broadcast

import "touchmove/broadcast/contract/schemas"

// assertContract checks every message against contract/schemas before it is published.
// `make test` builds with the tag contract, so that everything that a test makes a daemon
// publish, in its own process or another one, is checked. A single unknown key causes a
// panic.
func assertContract(m message) {
	if err := schemas.Check(m.topic, m.payload); err != nil {
		panic("published against the contract: " + err.Error() + "\n" + string(m.payload))
	}
}
