package broker

import (
	"strings"

	mochi "github.com/mochi-mqtt/server/v2"

	"touchmove/broadcast"
	"touchmove/broadcast/contract"
)

// OnACLCheck implements mochi.Hook. The broker calls it for every message that a client
// publishes, every filter that it subscribes to, and every message about to be sent to it.
// A filter with wildcards can therefore be allowed: messages that the client may not read
// are held back one by one.
func (a *access) OnACLCheck(cl *mochi.Client, topic string, write bool) bool {
	a.mu.RLock()
	s, named := a.named[cl]
	a.mu.RUnlock()
	var role broadcast.Role
	if named {
		role = s.role
	}
	if named && s.daemon {
		return true
	}
	if role == broadcast.Analyst {
		if write {
			return a.mayAnalyse(cl, s, topic)
		}
		named = false // it reads what everybody may read
	}
	below, ours := strings.CutPrefix(topic, a.base)
	if write {
		return named && ours && mayWrite(role, below)
	}
	if a.discovery != "" && strings.HasPrefix(topic, a.discovery+"/") {
		return true
	}
	if a.delayed != "" && !named { // sees the delayed feed in place of the live one
		below, ours = strings.CutPrefix(topic, a.delayed+"/")
		if strings.HasPrefix(topic, a.base) {
			return false
		}
	} else if public, ok := strings.CutPrefix(topic, a.delayed+"/"); ok && a.delayed != "" {
		below, ours = public, true
	}
	if strings.ContainsAny(topic, "+#") {
		return !strings.HasPrefix(topic, "$") && (named || !ours || !broadcast.Private(below))
	}
	return ours && (!broadcast.Private(below) || named && mayRead(role, below))
}

// mayAnalyse reports whether an Analyst may publish on a topic: the analysis of a board in
// the public feed, so that the analysis is not known before the moves. The board must be
// one whose state is there to be analysed: a login must not be able to invent boards, each
// of which would take memory.
func (a *access) mayAnalyse(cl *mochi.Client, s *session, topic string) bool {
	base := a.base
	if a.delayed != "" {
		base = a.delayed + "/"
	}
	below, ours := strings.CutPrefix(topic, base)
	levels := strings.Split(below, "/")
	if !ours || len(levels) != 3 || levels[1] == contract.Node || levels[2] != contract.Analysis {
		return false
	}
	if _, exists := a.topics.Retained.Get(strings.TrimSuffix(topic, contract.Analysis) + contract.State); exists {
		return true
	}
	s.unknownBoard.Do(func() {
		a.admission.strangers.Warn("an analysis is refused: there is no such board, or its state has not been published yet", "user", s.name, "remote", cl.Net.Remote, "topic", topic)
	})
	return false
}

// mayWrite reports whether a role may publish on a topic below base.
func mayWrite(role broadcast.Role, below string) bool {
	levels := strings.Split(below, "/")
	if len(levels) != 4 || levels[2] != contract.Command { // <event>/<board>/cmd/<name>
		return false
	}
	return role > broadcast.Analyst // the publisher checks which commands the role may give, and answers refused ones
}

// mayRead reports whether a role may read a private topic below base.
func mayRead(role broadcast.Role, below string) bool {
	levels := strings.Split(below, "/")
	switch {
	case role == broadcast.Seat:
		return len(levels) == 5 && levels[2] == contract.Command // answers to commands, including its own
	case levels[2] == contract.Command:
		return role >= broadcast.Technician
	}
	return true
}
