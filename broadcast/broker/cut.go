package broker

import "fmt"

// Cut stops listening for MQTT over TCP and closes all such connections, as if the broker's
// cable had been pulled: publishers wait and catch up after Mend. Clients on WebSockets
// stay, and receive the wills of the others. Cut, Mend and Close must be called from one
// goroutine.
func (s *Server) Cut() {
	s.mqtt.Listeners.Close(listenerTCP, func(string) {})
	s.mqtt.Listeners.Delete(listenerTCP)
}

// Mend listens again, on the same address. The error names the address if it has been taken
// in the meantime.
func (s *Server) Mend() error {
	tcp := &tcpListener{address: s.tcp.Address(), tls: s.tls, admission: s.tcp.admission}
	if err := s.mqtt.AddListener(tcp); err != nil {
		return fmt.Errorf("embedded broker: %s: %w", tcp.address, err)
	}
	s.tcp = tcp
	s.mqtt.Listeners.Serve(listenerTCP, s.mqtt.EstablishConnection)
	return nil
}
