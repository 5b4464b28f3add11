package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"touchmove/daemon/doctor"
)

var ailing = []doctor.Finding{
	{Check: "i2c", Level: doctor.OK, What: "I2C buses: 1 (bcm2835)"},
	{Check: "i2c", Level: doctor.Fault, What: "there is no I2C bus 3: its overlay is missing in /boot/firmware/config.txt", Remedy: "add it and restart: see `touchmove doctor --only i2c`", Type: []string{"echo 'dtoverlay=i2c3' | sudo tee -a /boot/firmware/config.txt", "sudo reboot"}},
	{Check: "chips", Level: doctor.Fault, What: "board hall-7: mcp23017 0x21 on bus 1 does not answer", Squares: []string{"a3", "b3", "c3"}, Remedy: "check its plug and its supply, and what its address pins are wired to, which is 0x20 plus what is on A2, A1 and A0"},
	{Check: "power", Level: doctor.Warning, What: "the processor is at 84 °C"},
	{Check: "power", Level: doctor.Note, What: "nothing else"},
}

// Each finding stands beside the name of its check, with what to do and what to
// type below it, whatever the terminal can show.
func TestDiagnosis(t *testing.T) {
	for _, c := range []struct{ lang, want string }{
		{"en_GB.UTF-8", `✓ i2c          I2C buses: 1 (bcm2835)
✗              fault: there is no I2C bus 3: its overlay is missing in /boot/firmware/config.txt
               → add it and restart: see touchmove doctor --only i2c
                   echo 'dtoverlay=i2c3' | sudo tee -a /boot/firmware/config.txt
                   sudo reboot
✗ chips        fault: board hall-7: mcp23017 0x21 on bus 1 does not answer
               squares: a3 b3 c3
               → check its plug and its supply, and what its address pins are wired to, which is
                 0x20 plus what is on A2, A1 and A0
▲ power        warning: the processor is at 84 °C
·              nothing else

2 faults, 1 warning
`},
		{"C", `+ i2c          I2C buses: 1 (bcm2835)
x              fault: there is no I2C bus 3: its overlay is missing in /boot/firmware/config.txt
               -> add it and restart: see touchmove doctor --only i2c
                   echo 'dtoverlay=i2c3' | sudo tee -a /boot/firmware/config.txt
                   sudo reboot
x chips        fault: board hall-7: mcp23017 0x21 on bus 1 does not answer
               squares: a3 b3 c3
               -> check its plug and its supply, and what its address pins are wired to, which is
                 0x20 plus what is on A2, A1 and A0
! power        warning: the processor is at 84 C
-              nothing else

2 faults, 1 warning
`},
	} {
		t.Setenv("LC_ALL", "")
		t.Setenv("LC_CTYPE", "")
		t.Setenv("TERM", "xterm")
		t.Setenv("LANG", c.lang)
		var out bytes.Buffer
		if err := diagnosis(&console{out: &out}, ailing, false); err != nil {
			t.Fatal(err)
		}
		if out.String() != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.lang, out.String(), c.want)
		}
	}
}

// The JSON form is one object from which the same findings can be read back.
func TestDiagnosisJSON(t *testing.T) {
	var out bytes.Buffer
	if err := diagnosisJSON(&console{out: &out}, ailing); err != nil {
		t.Fatal(err)
	}
	var got struct {
		Faults, Warnings int
		Findings         []doctor.Finding
	}
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if got.Faults != 2 || got.Warnings != 1 || len(got.Findings) != len(ailing) || got.Findings[1].Type[1] != "sudo reboot" || got.Findings[2].Squares[2] != "c3" {
		t.Errorf("as JSON the findings are %+v", got)
	}
}

// On any computer, every check reports something, and an invalid call prints one
// line.
func TestDoctorHere(t *testing.T) {
	status, stdout, stderr := call(t, "", "doctor", "--json")
	var got struct {
		Faults   int
		Findings []doctor.Finding
	}
	if err := json.Unmarshal([]byte(stdout), &got); err != nil || stderr != "" {
		t.Fatalf("%v: %s%s", err, stdout, stderr)
	}
	if (status == exitFailed) != (got.Faults > 0) || status == exitBad {
		t.Errorf("exit status %d with %d faults", status, got.Faults)
	}
	seen := map[string]bool{}
	for _, f := range got.Findings {
		seen[f.Check] = true
	}
	for _, name := range doctor.Names() {
		if !seen[name] {
			t.Errorf("nothing is said of %s", name)
		}
	}
	for args, want := range map[string]string{
		"doctor --only lungs":            "--only lungs: write one of system, i2c",
		"doctor now":                     `"now": the command takes no arguments`,
		"doctor --config nowhere.toml":   "nowhere.toml: there is no such file",
		"doctor --bus one":               `invalid argument "one" for "--bus"`,
		"doctor --config doctor_test.go": "doctor_test.go:",
	} {
		status, stdout, stderr := call(t, "", strings.Fields(args)...)
		if status != exitBad || stdout != "" || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, want) {
			t.Errorf("%s: exit status %d, %q, %q, want %q", args, status, stdout, stderr, want)
		}
	}
}
