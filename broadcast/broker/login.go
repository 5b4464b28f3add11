package broker

import (
	"fmt"
	"strings"
	"time"

	mochi "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/packets"

	"touchmove/broadcast"
)

// OnConnectAuthenticate implements mochi.Hook.
func (a *access) OnConnectAuthenticate(cl *mochi.Client, pk packets.Packet) bool {
	user, known := a.users[string(pk.Connect.Username)]
	why := a.refuses(cl, pk)
	if why == "" && len(pk.Connect.Username) > 0 {
		why = a.authenticate(cl, user, known, pk.Connect.Password)
	}
	if why != "" {
		who := user.Name // an unknown name may be a password in the wrong place
		if !known && len(pk.Connect.Username) > 0 {
			who = "(not a user of the configuration)"
		}
		a.admission.refuse(cl.Net.Remote, who, why)
		return false
	}
	as := reader
	switch {
	case user.Name == daemonUser:
		as = daemon
	case known:
		as = named
	}
	if c, ok := cl.Net.Conn.(*conn); ok && !a.admission.admit(c, as) {
		a.admission.refuse(cl.Net.Remote, user.Name, "the embedded broker has no room for another client")
		sayFull(cl)
		return false
	}
	if known {
		a.mu.Lock()
		a.named[cl] = &session{name: user.Name, role: user.Role, daemon: as == daemon}
		a.mu.Unlock()
	}
	return true
}

// refuses returns why a login is refused, or an empty text if it is accepted.
func (a *access) refuses(cl *mochi.Client, pk packets.Packet) string {
	name := string(pk.Connect.Username)
	switch {
	case name != daemonUser && pk.Connect.WillFlag: // a will is a message that is not checked when it is published
		return "a will is for the daemon alone"
	case name != daemonUser && strings.HasPrefix(cl.ID, broadcast.ClientPrefix): // it would take over the daemon's connection
		return "client ids that begin with " + broadcast.ClientPrefix + " are for the daemon alone"
	case name == "" && len(pk.Connect.Password) > 0:
		return "a password without a name"
	case name != "" && cl.Net.Listener == listenerForeign:
		return "web pages from an origin other than the screen's cannot log in"
	}
	before, ok := a.clients.Get(cl.ID)
	if ok && len(before.Properties.Username) > 0 && string(before.Properties.Username) != name { // it would take over another user's connection
		return "the client id is another user's"
	}
	return ""
}

// authenticate returns why a name and a password are refused, or an empty text if they are
// right.
func (a *access) authenticate(cl *mochi.Client, user User, known bool, given []byte) string {
	if user.Name == daemonUser { // nobody can guess its password, and attempts must not keep it out
		if !a.passwords[daemonUser].matches(given) {
			return "wrong name or password"
		}
		return ""
	}
	from := placeOf(cl)
	if why := a.mustWait(from, user); why != "" {
		return why
	}
	right := false
	if known {
		p, decided := a.passwords[user.Name], false
		if right, decided = p.isKnown(given); !decided {
			var gone <-chan struct{}
			if c, ok := cl.Net.Conn.(*conn); ok {
				gone = c.gone
			}
			if !a.hashing.acquire(from.near, gone, a.stopped) {
				return "the connection was closed before its password was checked"
			}
			defer a.hashing.release()
			if why := a.mustWait(from, user); why != "" { // others from there were wrong while this one waited
				return why
			}
			right = p.matches(given) // without hashing, if another device of this user was right meanwhile
		}
	}
	if !right {
		a.guesses.failed(from, user.Name)
		return "wrong name or password"
	}
	a.guesses.succeeded(from, user.Name)
	if !a.makeRoom(cl.ID, user.Name) {
		return "this user has too many connections"
	}
	return ""
}

// mustWait returns why a login is refused for now because of wrong passwords, or an empty text.
func (a *access) mustWait(from place, user User) string {
	if wait := a.guesses.wait(from, user.Name); wait > 0 {
		return fmt.Sprintf("too many wrong passwords came from this address: wait %v", wait.Round(time.Second))
	}
	return ""
}

// maxOfUser is how many clients one user may have, including absent ones, whose sessions
// keep messages.
const maxOfUser = 20

// makeRoom reports whether a user may have one more client. If necessary it ends the
// session of an absent one.
func (a *access) makeRoom(id, user string) bool {
	n := 0
	var away *mochi.Client
	for _, cl := range a.clients.GetAll() {
		if cl.ID == id || string(cl.Properties.Username) != user {
			continue
		}
		n++
		if cl.Closed() && (away == nil || cl.StopTime() < away.StopTime()) {
			away = cl
		}
	}
	if n < maxOfUser {
		return true
	}
	if away == nil {
		return false
	}
	a.admission.discard(away, packets.ErrQuotaExceeded)
	return true
}

// sayFull tells a client that there is no room [MQTT-3.2.2-5].
func sayFull(cl *mochi.Client) {
	code := packets.ErrServerBusy
	if cl.Properties.ProtocolVersion < 5 {
		code = packets.Err3ServerUnavailable
	}
	cl.WritePacket(packets.Packet{FixedHeader: packets.FixedHeader{Type: packets.Connack}, ReasonCode: code.Code}) //nolint:errcheck // it is disconnected
	cl.Stop(code)
}
