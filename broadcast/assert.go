//go:build !contract

package broadcast

// assertContract looks at nothing: see assert_contract.go.
func assertContract(message) {}
