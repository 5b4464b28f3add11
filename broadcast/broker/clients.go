package broker

// Clients are the clients of the broker, without the daemon itself.
type Clients struct {
	Waiting int    // connections that have not said who they are
	Readers int    // clients without a name
	Named   int    // clients with one
	Refused uint64 // logins so far
	CutOff  uint64 // clients so far that were too slow, or sent what no client may send
}

// Clients counts those that are connected now.
func (s *Server) Clients() Clients {
	a := s.admission
	a.mu.Lock()
	defer a.mu.Unlock()
	return Clients{a.crowds[stranger].n, a.crowds[reader].n, a.crowds[named].n, a.refused, a.cutOff}
}
