//go:build contract

package broadcast

import "touchmove/broadcast/contract"

// assertContract holds every message that is about to be published against
// docs/schemas. `make test` builds with the tag contract, so that whatever any
// test makes a daemon say, in its own process or another, is held against what
// others were promised; one word too many ends the process.
func assertContract(m message) {
	if err := contract.Check(m.topic, m.payload); err != nil {
		panic("published against the contract: " + err.Error() + "\n" + string(m.payload))
	}
}
