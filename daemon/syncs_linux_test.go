package daemon_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"touchmove/daemon/journal"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// In the space that a journal has allocated, the sync of a record writes only the record's
// block and nothing of the file system. If the journal has to grow, a sync writes several
// times as much.
func TestASyncWritesTheRecordAlone(t *testing.T) {
	c := newCutCard(t)
	if c == nil {
		t.Skip("takes an ext4 on a loop device")
	}
	const syncs, block = 50, 4096
	took := func(file string, prepare bool) int {
		t.Helper()
		j, err := journal.Create(journal.OS{}, filepath.Join(c.dir, file), header, trace.Record{What: trace.Scan{}})
		if err != nil {
			t.Fatal(err)
		}
		if prepare {
			if err := j.Check(); err != nil {
				t.Fatal(err)
			}
		}
		before := c.written(t)
		for n := range syncs {
			r := trace.Record{At: time.Duration(n) * time.Millisecond, What: trace.Change{Square: rules.E4, Is: sensors.State(1 + n%2)}}
			if err := j.Append(r); err != nil {
				t.Fatal(err)
			}
			if err := j.Sync(); err != nil {
				t.Fatal(err)
			}
		}
		bytes := (c.written(t) - before) / syncs
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		return bytes
	}
	grows, room := took("20261121t182200123z.jsonl", false), took("20261121t182300123z.jsonl", true)
	t.Logf("a sync writes %d bytes where there is room, and %d where the file grows", room, grows)
	if room > 2*block { // the record may lie in two blocks, and the system may write something of its own
		t.Errorf("a sync writes %d bytes: more than the record", room)
	}
	if grows < 2*room {
		t.Errorf("a file that grows takes %d bytes a sync: room saves nothing", grows)
	}
}

// written returns how many bytes have been written to the card since it was mounted, or
// longer.
func (c *cutCard) written(t *testing.T) int {
	t.Helper()
	mounts, err := os.ReadFile("/proc/mounts")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(mounts)) {
		f := strings.Fields(line)
		if f[1] != c.dir {
			continue
		}
		stat, err := os.ReadFile(filepath.Join("/sys/class/block", filepath.Base(f[0]), "stat"))
		if err != nil {
			t.Fatal(err)
		}
		sectors, err := strconv.Atoi(strings.Fields(string(stat))[6]) // of 512 bytes (kernel, block/stat)
		if err != nil {
			t.Fatal(err)
		}
		return 512 * sectors
	}
	t.Fatalf("%s is not mounted", c.dir)
	return 0
}
