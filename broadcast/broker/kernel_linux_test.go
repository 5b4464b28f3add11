package broker

import (
	"net"
	"testing"

	"touchmove/internal/livetest"
)

// What the kernel holds of a connection is limited, each way. Otherwise packets that wait
// for their pace, and messages that are not read, could take megabytes that nobody counts.
func TestKernelHoldsLittle(t *testing.T) {
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer inner.Close()
	l := &counted{inner, newEntrance(nil), func(net.Addr) {}}
	livetest.KernelHolds(t, livetest.Accepted(t, l).(*entered).Conn, kernelBuffer)
}
