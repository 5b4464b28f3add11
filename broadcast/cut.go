package broadcast

import "fmt"

// Cut stops listening for MQTT over TCP and breaks every such connection, as if
// the broker's cable had been pulled: publishers wait and catch up after Mend.
// WebSockets stay, and see the wills. Cut, Mend and Close are for one
// goroutine.
func (b *EmbeddedBroker) Cut() {
	b.server.Listeners.Close(listenerTCP, func(string) {})
	b.server.Listeners.Delete(listenerTCP)
}

// Mend listens again, on the address of before. The error names it when
// somebody else has taken it meanwhile.
func (b *EmbeddedBroker) Mend() error {
	tcp := &tcpListener{address: b.tcp.Address(), tls: b.tls, door: b.tcp.door}
	if err := b.server.AddListener(tcp); err != nil {
		return fmt.Errorf("embedded broker: %s: %w", tcp.address, err)
	}
	b.tcp = tcp
	b.server.Listeners.Serve(listenerTCP, b.server.EstablishConnection)
	return nil
}
