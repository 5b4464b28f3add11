// Command scan measures what a scan of each board costs: transactions and bytes on the
// bus, as the simulated bus counts them with the real driver; scans per second at 400
// kHz, once calculated from the datasheets and once from the time that the simulated
// bus takes; and processor time.
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	dir := flag.String("configs", "configs", "`directory` of the example configurations")
	flag.Parse()
	if flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	boards, err := examples(*dir)
	if err == nil {
		err = report(os.Stdout, boards, true)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "scan:", err)
		os.Exit(1)
	}
}
