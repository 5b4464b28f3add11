package health

import (
	"bytes"
	"os"
	"runtime"
	"runtime/metrics"
	"strconv"
)

// addProcess adds what the process takes, from proc(5) and runtime/metrics, under the names of Prometheus' own
// client libraries. While the broadcast is delayed its reads and writes are left out: every move is synced.
// Where there is no /proc only what Go knows is told.
func (s *Status) addProcess(list *samples) {
	addStat(list)
	addLimits(list)
	if !s.delayed {
		addIO(list)
	}
	addGo(list)
}

// ticks is USER_HZ, in which Linux tells processor time and times of day since it was started: 100 on every
// architecture that Go has.
const ticks = 100

// addStat adds processor time, memory, threads and start (/proc/self/stat; fields are numbered from 3, after the
// command in parentheses).
func addStat(list *samples) {
	data, err := os.ReadFile("/proc/self/stat")
	if err != nil {
		return
	}
	fields := bytes.Fields(data[bytes.LastIndexByte(data, ')')+1:])
	field := func(n int) float64 {
		if n-3 >= len(fields) {
			return 0
		}
		return number(fields[n-3])
	}
	list.gauge("process_cpu_seconds_total", "", (field(14)+field(15))/ticks)
	list.gauge("process_major_pagefaults_total", "", field(12))
	list.gauge("process_num_threads", "", field(20))
	list.gauge("process_virtual_memory_bytes", "", field(23))
	list.gauge("process_resident_memory_bytes", "", field(24)*float64(os.Getpagesize()))
	if started, ok := keyed("/proc/stat", "btime"); ok {
		list.gauge("process_start_time_seconds", "", started+field(22)/ticks)
	}
}

// addLimits adds the open files and how many there may be.
func addLimits(list *samples) {
	if open, err := os.ReadDir("/proc/self/fd"); err == nil {
		list.gauge("process_open_fds", "", float64(len(open)-1)) // one is this directory
	}
	if most, ok := keyed("/proc/self/limits", "Max open files"); ok {
		list.gauge("process_max_fds", "", most)
	}
}

// addIO adds bytes read and written: by system calls, and of those what reached storage.
func addIO(list *samples) {
	for _, m := range [...]struct{ key, name string }{
		{"rchar:", "process_io_read_bytes_total"},
		{"wchar:", "process_io_written_bytes_total"},
		{"read_bytes:", "process_io_storage_read_bytes_total"},
		{"write_bytes:", "process_io_storage_written_bytes_total"},
	} {
		if value, ok := keyed("/proc/self/io", m.key); ok {
			list.gauge(m.name, "", value)
		}
	}
}

// keyed returns the first number of the line of a file that begins with a key, false where there is none.
func keyed(file, key string) (float64, bool) {
	data, err := os.ReadFile(file)
	if err != nil {
		return 0, false
	}
	for line := range bytes.Lines(data) {
		if rest, ok := bytes.CutPrefix(line, []byte(key)); ok {
			if values := bytes.Fields(rest); len(values) > 0 {
				return number(values[0]), true
			}
		}
	}
	return 0, false
}

// number reads a number of /proc, 0 for a word such as "unlimited".
func number(text []byte) float64 {
	n, _ := strconv.ParseUint(string(text), 10, 64) //nolint:errcheck // a word is no number
	return float64(n)
}

// ofGo are the metrics of Go's runtime, and what they are called here.
var ofGo = [...]struct{ metric, name string }{
	{"/sched/goroutines:goroutines", "go_goroutines"},
	{"/sched/gomaxprocs:threads", "go_sched_gomaxprocs_threads"},
	{"/memory/classes/total:bytes", "go_memstats_sys_bytes"},
	{"/memory/classes/heap/objects:bytes", "go_memstats_heap_alloc_bytes"},
	{"/memory/classes/heap/released:bytes", "go_memstats_heap_released_bytes"},
	{"/gc/heap/objects:objects", "go_memstats_heap_objects"},
	{"/gc/heap/goal:bytes", "go_memstats_next_gc_bytes"},
	{"/gc/heap/allocs:bytes", "go_memstats_alloc_bytes_total"},
	{"/gc/cycles/total:gc-cycles", "go_gc_cycles_total"},
	{"/gc/gomemlimit:bytes", "go_gc_gomemlimit_bytes"},
}

// addGo adds what Go's runtime tells of itself.
func addGo(list *samples) {
	var asked [len(ofGo)]metrics.Sample
	for i, m := range ofGo {
		asked[i].Name = m.metric
	}
	metrics.Read(asked[:])
	for i, m := range ofGo {
		if v := asked[i].Value; v.Kind() == metrics.KindUint64 { // otherwise this Go has no such metric
			list.gauge(m.name, "", float64(v.Uint64()))
		}
	}
	list.gauge("go_info", labelled("version", runtime.Version()), 1)
}
