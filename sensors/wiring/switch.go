package wiring

// The switch that chips may be behind: a TCA9548A.
const (
	// SwitchDriver is its driver's word, SwitchPart what its maker calls it.
	SwitchDriver, SwitchPart = "tca9548a", "TCA9548A"
	// SwitchPorts is how many ports it has, counted from 0.
	SwitchPorts = 8

	usualMux = 0x70
)

// SwitchAddrs returns the addresses that it can have.
func SwitchAddrs() Addresses {
	return Addresses{[]Range{{0x70, 0x77}}, "A2 A1 A0", "write 0x70 to 0x77: 0x70 plus what A2 A1 A0 are wired to; 0 when there is no switch"}
}
