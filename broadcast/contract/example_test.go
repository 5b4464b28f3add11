package contract_test

import (
	"fmt"

	"touchmove/broadcast/contract"
	"touchmove/broadcast/contract/schemas"
)

// A payload is checked against the schema of its topic.
func Example() {
	fmt.Println(schemas.Check("touchmove/v1/open-2026/hall-7/position", []byte("8/8/8/8/8/8/8/8 w")))
	c, ours := contract.Of("touchmove/v1/open-2026/hall-7/state")
	fmt.Println(ours, c.Schema, c.Retained)
	// Output:
	// touchmove/v1/open-2026/hall-7/position: does not fit schemas/position.json: pattern: "8/8/8/8/8/8/8/8 w" does not match regular expression "^([1-8pnbrqkPNBRQK]+/){7}[1-8pnbrqkPNBRQK]+ [wb] (-|[KQkqA-Ha-h]{1,4}) (-|[a-h][36]) [0-9]+ [0-9]+$"
	// true state true
}
