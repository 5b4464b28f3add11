package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"time"

	"touchmove/internal/goldentest"
	"touchmove/sensors/wiring"
)

// With the real drivers, the simulated bus carries exactly the transfers that the
// arithmetic from the datasheets gives, and takes as long.
func TestArithmetic(t *testing.T) {
	boards, err := examples("../../../configs")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range boards {
		r, err := measure(e)
		if err != nil {
			t.Fatal(err)
		}
		if r.sum != r.counted {
			t.Errorf("%s: by arithmetic %+v, on the simulated bus %+v", e.name, r.sum, r.counted)
		}
		if e.config.Period() < r.counted.took && e.name != "cd74hc4067, ads1115" && e.name != "cd74hc4067, ads7828" { // their example is for an ADS7138
			t.Errorf("%s: the example asks for a scan every %v, and one takes %v", e.name, e.config.Period(), r.counted.took)
		}
	}
}

// With one input per square, each chip needs one transfer.
func TestDirectWiringsTakeOneTransferAChip(t *testing.T) {
	boards, err := examples("../../../configs")
	if err != nil {
		t.Fatal(err)
	}
	direct := 0
	for _, e := range boards {
		chips := 0
		switch w := e.config.Wiring.(type) {
		case wiring.Expanders:
			chips = len(w.Addrs)
		case wiring.Converters:
			if w.Chip == "ads7138" {
				chips = len(w.Addrs)
			}
		}
		if chips == 0 {
			continue
		}
		direct++
		if r, err := measure(e); err != nil || r.counted.transfers != chips {
			t.Errorf("%s: %d transfers for %d chips, %v", e.name, r.counted.transfers, chips, err)
		}
	}
	if direct < 6 {
		t.Errorf("%d direct wirings", direct)
	}
}

// The table in docs/hardware.md is the output of the command without processor times.
func TestDocs(t *testing.T) {
	const name, begin, end = "../../../docs/hardware.md", "```\n", "```\n"
	boards, err := examples("../../../configs")
	if err != nil {
		t.Fatal(err)
	}
	var table bytes.Buffer
	if err := report(&table, boards, false); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	doc := string(text)
	at := strings.Index(doc, "## What a scan costs")
	from := at + strings.Index(doc[max(at, 0):], begin) + len(begin)
	to := from + strings.Index(doc[from:], end)
	if at < 0 || to < from {
		t.Fatalf("%s has no table below `What a scan costs`", name)
	}
	goldentest.Check(t, name, doc[:from]+table.String()+doc[to:])
}

func TestProcessor(t *testing.T) {
	boards, err := examples("../../../configs")
	if err != nil {
		t.Fatal(err)
	}
	used, err := processor(boards[0].config)
	if err != nil || used <= 0 || used > time.Second {
		t.Errorf("%s: %v, %v", boards[0].name, used, err)
	}
}
