package buzzer_test

import (
	"errors"
	"testing"

	"touchmove/sensors/lights/buzzer"
	"touchmove/sensors/sim/chips"
)

// A buzzer is silent from the start and sounds only while it is on.
func TestSound(t *testing.T) {
	twin := chips.NewBuzzer()
	d, err := buzzer.New(twin.Lines().Outputs(0, 1), "GPIO18")
	if err != nil || twin.Sounds() {
		t.Fatalf("it sounds at once: %v", err)
	}
	for _, on := range []bool{true, false, true, false} {
		if err := d.Sound(on); err != nil {
			t.Fatal(err)
		}
		if twin.Sounds() != on {
			t.Errorf("told %v, sounds %v", on, twin.Sounds())
		}
	}
}

// If another program holds the line, the error names it.
func TestBusy(t *testing.T) {
	twin := chips.NewBuzzer()
	twin.Lines().Busy(0, true)
	if _, err := buzzer.New(twin.Lines().Outputs(0, 1), "GPIO18"); !errors.Is(err, chips.ErrLineBusy) || err.Error() != "buzzer on GPIO18: device or resource busy" {
		t.Error(err)
	}
}
