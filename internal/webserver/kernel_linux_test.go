package webserver

import (
	"testing"

	"touchmove/internal/livetest"
)

// What the kernel holds of a connection is limited, each way: a visitor may read nothing.
func TestKernelHoldsLittle(t *testing.T) {
	l, err := Listen("127.0.0.1:0", 8)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	livetest.KernelHolds(t, livetest.Accepted(t, l).(*conn).Conn, kernelBuffer)
}
