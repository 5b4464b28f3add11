package wiring

// The TCA9548A, a switch that chips may be behind.
const (
	// SwitchDriver is the driver's word for it, SwitchPart its maker's name.
	SwitchDriver, SwitchPart = "tca9548a", "TCA9548A"
	// SwitchPorts is the number of its ports, counted from 0.
	SwitchPorts = 8

	usualMux = 0x70
)

// SwitchAddrs returns the addresses that the switch can have.
func SwitchAddrs() Addresses {
	return Addresses{Ranges: []Range{{First: 0x70, Last: 0x77}}, Pins: "A2 A1 A0", Help: "write 0x70 to 0x77: 0x70 plus what A2 A1 A0 are wired to; 0 when there is no switch"}
}

// switchPackage returns the pins of the switch (SCPS207, 5).
func switchPackage() Package {
	return Package{"TSSOP-24", 24, dual("A0 A1 RESET SD0 SC0 SD1 SC1 SD2 SC2 SD3 SC3 GND SD4 SC4 SD5 SC5 SD6 SC6 SD7 SC7 A2 SCL SDA VCC")}
}
