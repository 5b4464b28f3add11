package broker

// Clients counts the clients of the broker, without the daemon itself.
type Clients struct {
	Waiting int    // connections that have not identified themselves
	Readers int    // clients without a name
	Named   int    // clients with a name
	Refused uint64 // refused logins so far
	CutOff  uint64 // clients cut off so far because they were too slow, or sent what no client may send
}

// Clients counts the clients that are connected now.
func (s *Server) Clients() Clients {
	a := s.admission
	a.mu.Lock()
	defer a.mu.Unlock()
	return Clients{a.crowds[stranger].n, a.crowds[reader].n, a.crowds[named].n, a.refused, a.cutOff}
}
