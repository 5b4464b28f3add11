package alarms_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"touchmove/eventlog/alarms"
	"touchmove/reconcile"
	"touchmove/reconcile/scenario"
)

// TestScenariosRing plays the scenarios of the Laws that name alarms, under each of their editions:
// at the end the alarms that should ring do, and those that should not do not.
func TestScenariosRing(t *testing.T) {
	files, err := filepath.Glob("../../reconcile/testdata/laws/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scenarios: %v", err)
	}
	for _, name := range files {
		file, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		list, err := scenario.Read(file)
		file.Close()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, s := range list {
			if len(s.Rings)+len(s.Quiet) == 0 {
				continue
			}
			for _, edition := range s.Editions {
				t.Run(s.ID+"/"+edition, func(t *testing.T) { rung(t, &s, edition) })
			}
		}
	}
}

func rung(t *testing.T, s *scenario.Scenario, edition string) {
	h, records, err := s.Trace(edition)
	if err != nil {
		t.Fatal(err)
	}
	game, err := reconcile.NewGame(h)
	if err != nil {
		t.Fatal(err)
	}
	board := alarms.NewBoard(h)
	for _, r := range records {
		events, err := game.Step(r)
		if err != nil {
			t.Fatalf("%+v: %v", r, err)
		}
		board.Follow(r, events, game)
	}
	var rings []string
	for _, a := range board.Ringing() {
		rings = append(rings, string(a.ID))
	}
	for _, id := range s.Rings {
		if !slices.Contains(rings, id) {
			t.Errorf("%s: %s does not ring; these do: %v", s.Title, id, rings)
		}
	}
	for _, id := range s.Quiet {
		if slices.Contains(rings, id) {
			t.Errorf("%s: %s rings", s.Title, id)
		}
	}
}
