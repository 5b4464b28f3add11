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
	return Addresses{Ranges: []Range{{First: 0x70, Last: 0x77}}, Pins: "A2 A1 A0", Help: "write 0x70 to 0x77: 0x70 plus what A2 A1 A0 are wired to; 0 when there is no switch"}
}

// switchPackage is its pins (SCPS207, 5).
func switchPackage() Package {
	return Package{"TSSOP-24", 24, dual("A0 A1 RESET SD0 SC0 SD1 SC1 SD2 SC2 SD3 SC3 GND SD4 SC4 SD5 SC5 SD6 SC6 SD7 SC7 A2 SCL SDA VCC")}
}
