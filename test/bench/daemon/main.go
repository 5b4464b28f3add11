// Command daemon measures the daemon as it runs: how soon a move reaches a subscriber,
// what one board and 32 boards cost, five hundred boards on one broker, and what each
// reader costs a broker (docs/operations.md). Everything is real: processes, brokers,
// drivers on simulated registers. It needs mosquitto.
package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"time"
)

func main() {
	only := flag.String("only", "", "one of process, latency, hall, fanout; empty is all")
	boards := flag.Int("boards", 500, "simulated boards on one broker")
	seconds := flag.Int("seconds", 20, "for how long each measurement runs")
	flag.Parse()
	if load, err := os.ReadFile("/proc/loadavg"); err == nil {
		fmt.Printf("machine   %d cores, load %s", runtime.NumCPU(), load)
	}
	length := time.Duration(*seconds) * time.Second
	for _, part := range []struct {
		name string
		run  func() error
	}{
		{"process", func() error { return process(length) }},
		{"latency", func() error { return movesLatency(length) }},
		{"hall", func() error { return hall(*boards, length) }},
		{"fanout", func() error { return fanout(length / 4) }},
	} {
		if *only != "" && *only != part.name {
			continue
		}
		if err := part.run(); err != nil {
			fmt.Fprintf(os.Stderr, "bench/daemon: %s: %v\n", part.name, err)
			os.Exit(1)
		}
	}
}

// spread returns the median, the 99th percentile and the longest of the times.
func spread(list []time.Duration) string {
	if len(list) == 0 {
		return "none"
	}
	slices.Sort(list)
	at := func(part float64) time.Duration {
		return list[min(len(list)-1, int(part*float64(len(list))))].Round(10 * time.Microsecond)
	}
	return fmt.Sprintf("p50 %v, p99 %v, max %v of %d", at(0.5), at(0.99), list[len(list)-1].Round(10*time.Microsecond), len(list))
}
