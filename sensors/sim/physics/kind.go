package physics

import "fmt"

// Limits are a datasheet's minimum, typical and maximum values of a figure that
// differs from part to part.
type Limits [3]int64

// Response says to which fields a sensor responds.
type Response int

// A unipolar switch responds to one pole, an omnipolar one to both without
// distinguishing them. A linear sensor outputs the field itself, with its sign. A
// latch, which stays on until the other pole comes, cannot sense pieces.
const (
	Unipolar Response = iota
	Omnipolar
	Linear
)

// Kind is a kind of sensor, with the figures of its datasheet.
type Kind struct {
	Name     string
	What     string
	Source   string // where the figures come from
	Response Response

	Lying   bool   // the sensor feels the field along the ranks; otherwise the vertical field
	Operate Limits // in nanotesla: the field at which it turns on; not for Linear
	Holds   Limits // in thousandths of Operate: the field at which it turns off again
	Element int64  // in micrometres: from the near side of its body to the point where it senses
	Aside   int64  // in micrometres: its usual distance from the middle of the square, along the rank
	Blades  int64  // in micrometres: the length over which a reed collects field; 0: at a point
	Every   int64  // microseconds between its measurements of the field; 0: continuous

	// For linear sensors, at their supply.
	PerMillitesla Limits // in microvolts
	Range         int64  // in nanotesla, in each direction
	Step          int64  // in microvolts per count of the converter
}

// perTurn is the field, in nanotesla, that one ampere-turn of a reed's rating
// stands for: about 1 gauss near both poles of a magnet, and about twice that near
// one pole alone, as under the base of a piece (Littelfuse, application note
// Ampere-turn versus mT and Gauss).
const perTurn = 200000

func turns(l Limits) Limits { return Limits{l[0] * perTurn, l[1] * perTurn, l[2] * perTurn} }

func millitesla10(l Limits) Limits {
	return Limits{l[0] * Millitesla / 10, l[1] * Millitesla / 10, l[2] * Millitesla / 10}
}

// Kinds returns the known kinds of sensors.
func Kinds() []Kind {
	reed := Kind{
		Name: "reed-upright", What: "reed switch standing upright under the middle of the square, 15 to 20 ampere-turns",
		Source:   "Standex-Meder ORD213, table of classes (pull-in 10 to 40 AT in classes of 5, drop-out 5 AT or more); Littelfuse application note for mT",
		Response: Omnipolar, Operate: turns(Limits{15, 17, 20}), Holds: Limits{350, 550, 750}, Element: 7 * Millimetre, Blades: 10 * Millimetre,
	}
	lying := reed
	lying.Name, lying.What = "reed-lying", "reed switch lying along the rank, 8 mm off the middle, 15 to 20 ampere-turns"
	lying.Lying, lying.Element, lying.Aside = true, 1200, 8*Millimetre
	return []Kind{
		reed,
		lying,
		{
			Name: "a3144", What: "unipolar Hall switch",
			Source: "Allegro 27621.6B, Magnetic Characteristics of the A3144 at 25 °C: operate 70 to 350 G, release 50 to 330 G, hysteresis 20 G or more, 55 G typical",
			// The datasheet gives no typical operate point; this is the middle.
			Operate: millitesla10(Limits{70, 200, 350}), Holds: Limits{600, 725, 900}, Element: 700,
		},
		{
			Name: "drv5023aj", What: "unipolar Hall switch, closer tolerances",
			Source:  "Texas Instruments DRV5023, Magnetic Characteristics, version AJ: operate 3 to 12 mT, 6.9 typical; release 3.2 typical, 1 or more",
			Operate: millitesla10(Limits{30, 69, 120}), Holds: Limits{380, 460, 550}, Element: 700,
		},
		{
			Name: "drv5033aj", What: "omnipolar Hall switch",
			Source:   "Texas Instruments DRV5033, Magnetic Characteristics, version AJ: as the DRV5023, for either pole",
			Response: Omnipolar, Operate: millitesla10(Limits{30, 69, 120}), Holds: Limits{380, 460, 550}, Element: 700,
		},
		{
			Name: "drv5032fc", What: "omnipolar Hall switch that measures 20 times a second",
			Source:   "Texas Instruments DRV5032, Magnetic Characteristics, versions FA, FB and FC: operate 1.5 to 4.8 mT, 3 typical; release 0.5 to 3, 1.5 typical; hysteresis 0.8 to 3; sampling rate 20 Hz of FC",
			Response: Omnipolar, Operate: millitesla10(Limits{15, 30, 48}), Holds: Limits{400, 500, 650}, Element: 700, Every: 50000,
		},
		{
			Name: "drv5032aj", What: "omnipolar Hall switch that measures 20 times a second, for stronger magnets",
			Source:   "Texas Instruments DRV5032, Magnetic Characteristics, version AJ: operate 5 to 9.5 mT, 7 typical; release 3 to 7.5, 5.6 typical",
			Response: Omnipolar, Operate: millitesla10(Limits{50, 70, 95}), Holds: Limits{650, 800, 900}, Element: 700, Every: 50000,
		},
		{
			Name: "drv5055a2", What: "linear Hall sensor at 3.3 V, range 44 mT, on a 12-bit converter",
			Source:   "Texas Instruments DRV5055, Magnetic Characteristics, version A2 at 3.3 V: 28.5 to 31.5 mV/mT, 30 typical; range 44 mT or more",
			Response: Linear, PerMillitesla: Limits{28500, 30000, 31500}, Range: 44 * Millitesla, Step: 806, Element: 700,
		},
		{
			Name: "drv5055a4", What: "linear Hall sensor at 3.3 V, range 176 mT, on a 12-bit converter",
			Source:   "Texas Instruments DRV5055, Magnetic Characteristics, version A4 at 3.3 V: 7.1 to 7.9 mV/mT, 7.5 typical; range 176 mT or more",
			Response: Linear, PerMillitesla: Limits{7100, 7500, 7900}, Range: 176 * Millitesla, Step: 806, Element: 700,
		},
		{
			Name: "ss49e", What: "linear Hall sensor at 5 V, range 65 mT or more, on a 12-bit converter",
			Source:   "Honeywell SS39ET/SS49E/SS59ET series, Electrical Characteristics at 5 V: 1.0 to 1.75 mV/G, 1.4 typical; range 650 G or more",
			Response: Linear, PerMillitesla: Limits{10000, 14000, 17500}, Range: 65 * Millitesla, Step: 1221, Element: 700,
		},
	}
}

// KindByName finds a kind of sensor by name. The error lists the names.
func KindByName(name string) (Kind, error) {
	var names []string
	for _, k := range Kinds() {
		if k.Name == name {
			return k, nil
		}
		names = append(names, k.Name)
	}
	return Kind{}, fmt.Errorf("there is no sensor %q: choose one of %v", name, names)
}
