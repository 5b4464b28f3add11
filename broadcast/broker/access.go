package broker

import (
	"bytes"
	"crypto/subtle"
	"strings"
	"sync"

	mochi "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/packets"

	"touchmove/broadcast"
)

// The listeners by which clients come in.
const (
	listenerTCP     = "tcp"
	listenerWeb     = "web"
	listenerForeign = "web-foreign" // a page of an origin that was not configured
)

// access decides who may log in, read and write at the embedded broker:
//
//   - without a name: read the topics below base that are not private, or when
//     there is a delayed feed those of that feed, and nothing below base;
//   - with a name and its password: what the role allows;
//   - from a web page of an unknown origin: as without a name. Any page that
//     somebody on this computer visits can open such a connection, even to
//     loopback.
type access struct {
	mochi.HookBase
	base      string // of the live topics, with a slash after it
	delayed   string // of the delayed feed; when there is one, the live topics take a name to read
	password  string // of the daemon itself
	users     map[string]User
	clients   *mochi.Clients
	admission *admission

	mu    sync.RWMutex
	named map[*mochi.Client]*session // those with a name
}

// session is a client with a name.
type session struct {
	name    string
	role    broadcast.Role
	daemon  bool
	handing int // messages of it that are not handed on to their readers yet
}

func newAccess(o Options, password string, clients *mochi.Clients, adm *admission) *access {
	a := &access{
		base: o.Base + "/", delayed: o.Delayed, password: password, clients: clients, admission: adm,
		users: map[string]User{}, named: map[*mochi.Client]*session{},
	}
	for _, u := range o.Users {
		a.users[u.Name] = u
	}
	a.users[daemonUser] = User{Name: daemonUser, Password: password}
	return a
}

// ID implements mochi.Hook.
func (a *access) ID() string { return "access" }

// Provides implements mochi.Hook.
func (a *access) Provides(what byte) bool {
	return bytes.IndexByte([]byte{
		mochi.OnConnectAuthenticate, mochi.OnACLCheck, mochi.OnDisconnect, mochi.OnPublish, mochi.OnPublished,
	}, what) >= 0
}

// OnConnectAuthenticate implements mochi.Hook.
func (a *access) OnConnectAuthenticate(cl *mochi.Client, pk packets.Packet) bool {
	user, known := a.users[string(pk.Connect.Username)]
	if why := a.refuses(cl, pk, user, known); why != "" {
		who := user.Name // a name that nobody has may be a password in the wrong place
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

// refuses says why somebody may not log in; empty is that they may.
func (a *access) refuses(cl *mochi.Client, pk packets.Packet, user User, known bool) string {
	name := string(pk.Connect.Username)
	switch {
	case name != daemonUser && pk.Connect.WillFlag: // a will is a message, and nobody would ask whether it may be written
		return "a will is for the daemon alone"
	case name != daemonUser && strings.HasPrefix(cl.ID, broadcast.ClientPrefix): // would take over the daemon's connection
		return "client ids that begin with " + broadcast.ClientPrefix + " are for the daemon alone"
	case name == "" && len(pk.Connect.Password) > 0:
		return "a password without a name"
	case name != "" && cl.Net.Listener == listenerForeign:
		return "a web page of another origin than the screen's logs nobody in"
	case name != "" && (subtle.ConstantTimeCompare(pk.Connect.Password, []byte(user.Password)) != 1 || !known || user.Password == ""):
		return "wrong name or password"
	}
	before, ok := a.clients.Get(cl.ID)
	if ok && len(before.Properties.Username) > 0 && string(before.Properties.Username) != name { // would take over another's connection
		return "the client id is another user's"
	}
	return ""
}

// sayFull answers a client that there is no room [MQTT-3.2.2-5].
func sayFull(cl *mochi.Client) {
	code := packets.ErrServerBusy
	if cl.Properties.ProtocolVersion < 5 {
		code = packets.Err3ServerUnavailable
	}
	cl.WritePacket(packets.Packet{FixedHeader: packets.FixedHeader{Type: packets.Connack}, ReasonCode: code.Code}) //nolint:errcheck // it is shown out
	cl.Stop(code)
}

// OnDisconnect implements mochi.Hook.
func (a *access) OnDisconnect(cl *mochi.Client, _ error, _ bool) {
	a.mu.Lock()
	delete(a.named, cl)
	a.mu.Unlock()
}

// OnPublish implements mochi.Hook. It writes into a command who sends it, which
// MQTT 3.1.1 does not tell its readers. None is retained: it is of this moment.
func (a *access) OnPublish(cl *mochi.Client, pk packets.Packet) (packets.Packet, error) {
	a.handing(cl, 1)
	a.mu.RLock()
	s := a.named[cl]
	a.mu.RUnlock()
	if s != nil && !s.daemon {
		pk.Payload = broadcast.StampSender(s.name, pk.Payload)
		pk.FixedHeader.Retain = false
	}
	return pk, nil
}

// sender is a user of the configuration as the sender of a command.
func (a *access) sender(name string) (broadcast.Sender, bool) {
	u, known := a.users[name]
	return broadcast.Sender{Name: u.Name, Role: u.Role, Boards: u.Boards, Side: u.Side}, known && name != daemonUser
}

// OnPublished implements mochi.Hook. The broker calls it once a message stands
// in the queues of all its readers, which is after the publisher has been sent
// the acknowledgement.
func (a *access) OnPublished(cl *mochi.Client, _ packets.Packet) { a.handing(cl, -1) }

func (a *access) handing(cl *mochi.Client, more int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if s := a.named[cl]; s != nil {
		s.handing += more
	}
}

// busy says whether a message of a connected client is on its way to the
// readers' queues.
func (a *access) busy() bool {
	a.mu.RLock()
	defer a.mu.RUnlock()
	for _, s := range a.named {
		if s.handing > 0 {
			return true
		}
	}
	return false
}
