package journal_test

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"touchmove/daemon/journal"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// A journal is written, closed, opened again and continued.
func Example() {
	dir, err := os.MkdirTemp("", "journal")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	disk, err := journal.LockDir(dir)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer disk.Close()

	path := filepath.Join(dir, journal.Name(time.Date(2026, 11, 21, 18, 22, 0, 0, time.UTC)))
	j, err := journal.Create(disk, path, trace.Header{Board: "hall-7", Start: rules.StartFEN, Laws: rules.FIDE2009})
	if err != nil {
		fmt.Println(err)
		return
	}
	var unread sensors.Scan // no sensor has answered yet
	for _, r := range []trace.Record{
		{What: trace.Scan{Board: unread}},
		{At: time.Second, What: trace.Command{ID: "1", Do: trace.DoNote, What: "cable replaced"}},
	} {
		if err := j.Append(r); err != nil {
			fmt.Println(err)
		}
	}
	if err := j.Sync(); err != nil { // from here on the record may be published
		fmt.Println(err)
	}
	if err := j.Close(); err != nil {
		fmt.Println(err)
	}

	j, kept, err := journal.Open(disk, path)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer j.Close()
	fmt.Println(filepath.Base(path), len(kept.Records), kept.Last(), kept.Sealed)
	// Output: 20261121t182200000z.jsonl 2 1s true
}
