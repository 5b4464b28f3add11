package health

import (
	"runtime"
	"runtime/metrics"

	"github.com/prometheus/procfs"
)

// addProcess adds what the process uses, from proc(5) and runtime/metrics, under the names of
// Prometheus' own client libraries. While the broadcast is delayed its reads and writes are left
// out: every move is synced, and would show in them. Without /proc only Go's own figures are added.
func (s *Status) addProcess(list *samples) {
	addGo(list)
	p, err := procfs.Self()
	if err != nil {
		return
	}
	addStat(list, p)
	addFiles(list, p)
	if !s.delayed {
		addIO(list, p)
	}
}

// addStat adds processor time, memory, threads and the time of the start (/proc/self/stat).
func addStat(list *samples, p procfs.Proc) {
	stat, err := p.Stat()
	if err != nil {
		return
	}
	list.gauge("process_cpu_seconds_total", "", stat.CPUTime())
	list.counter("process_major_pagefaults_total", "", uint64(stat.MajFlt))
	list.gauge("process_num_threads", "", float64(stat.NumThreads))
	list.gauge("process_virtual_memory_bytes", "", float64(stat.VirtualMemory()))
	list.gauge("process_resident_memory_bytes", "", float64(stat.ResidentMemory()))
	if started, err := stat.StartTime(); err == nil {
		list.gauge("process_start_time_seconds", "", started)
	}
}

// addFiles adds how many files are open, and how many may be.
func addFiles(list *samples, p procfs.Proc) {
	if open, err := p.FileDescriptorsLen(); err == nil {
		list.gauge("process_open_fds", "", float64(open))
	}
	if limits, err := p.Limits(); err == nil {
		list.gauge("process_max_fds", "", float64(limits.OpenFiles))
	}
}

// addIO adds the bytes read and written: by system calls, and those that reached storage.
func addIO(list *samples, p procfs.Proc) {
	io, err := p.IO()
	if err != nil {
		return
	}
	list.counter("process_io_read_bytes_total", "", io.RChar)
	list.counter("process_io_written_bytes_total", "", io.WChar)
	list.counter("process_io_storage_read_bytes_total", "", io.ReadBytes)
	list.counter("process_io_storage_written_bytes_total", "", io.WriteBytes)
}

// ofGo are the metrics of Go's runtime, with their names here.
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

// addGo adds the figures of Go's runtime.
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
