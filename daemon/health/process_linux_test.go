package health_test

import (
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"touchmove/daemon/health"
)

// The metrics of the process match its real resources.
func TestProcess(t *testing.T) {
	w := &watched{}
	w.scan()
	_, text := get(t, open(t, health.Options{}, w.board("hall-7")), "/metrics")
	told := map[string]float64{}
	for line := range strings.Lines(text) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		told[name], _ = strconv.ParseFloat(value, 64)
	}
	files, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	now := float64(time.Now().Unix())
	const kB, GB = 1e3, 1e9
	for name, limits := range map[string][2]float64{
		"process_cpu_seconds_total":     {0, 3600},
		"process_resident_memory_bytes": {500 * kB, 4 * GB},
		"process_virtual_memory_bytes":  {told["process_resident_memory_bytes"], 1e15},
		"process_num_threads":           {2, 1000},
		"process_start_time_seconds":    {now - 3600, now + 1},
		"process_open_fds":              {3, float64(len(files)) + 20},
		"process_max_fds":               {float64(len(files)), 1e10},
		"process_io_read_bytes_total":   {1, 1e12},
		"go_goroutines":                 {1, 10000},
		"go_memstats_heap_alloc_bytes":  {10 * kB, told["go_memstats_sys_bytes"]},
	} {
		if value, ok := told[name]; !ok || value < limits[0] || value > limits[1] {
			t.Errorf("%s is %v, want %v to %v", name, value, limits[0], limits[1])
		}
	}
}
