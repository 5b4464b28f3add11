package broker

import (
	"bytes"
	"crypto/rand"
	"fmt"
	"sync"
	"time"

	mochi "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/packets"
	"golang.org/x/time/rate"

	"touchmove/broadcast"
)

// The listeners on which clients connect.
const (
	listenerTCP     = "tcp"
	listenerWeb     = "web"
	listenerForeign = "web-foreign" // a page whose origin is not configured
	listenerPages   = "pages"       // the web server of our own pages
)

// access decides who may log in, read and write at the embedded broker:
//
//   - without a name: read the topics below base that are not private or, if there is a
//     delayed feed, those of that feed and nothing below base;
//   - with a name and its password: what the role allows;
//   - from a web page of an unknown origin: as without a name. Any page that somebody on
//     this computer visits can open such a connection, even to loopback.
type access struct {
	mochi.HookBase
	base      string // of the live topics, with a slash after it
	discovery string // of Home Assistant: "" or the first level of its topics
	delayed   string // of the delayed feed; if there is one, only clients with a name may read the live topics
	secret    string // the daemon's own password
	users     map[string]User
	passwords map[string]*password // by user
	guesses   *guesses
	hashing   *heavyWork
	paces     map[string]*rate.Limiter // of commands, by user
	clients   *mochi.Clients
	topics    *mochi.TopicsIndex
	retained  *retained
	admission *admission
	stopped   <-chan struct{} // closed when the broker stops

	mu    sync.RWMutex
	named map[*mochi.Client]*session // clients with a name
}

// session is a client that has logged in.
type session struct {
	name    string
	role    broadcast.Role
	daemon  bool
	handing int // messages from it that have not been passed on to all readers

	unknownBoard sync.Once // logs that it analyses a board that does not exist
}

func newAccess(o Options, server *mochi.Server, adm *admission, stopped <-chan struct{}) (*access, error) {
	a := &access{
		base: o.Base + "/", delayed: o.Delayed, discovery: o.Discovery, secret: rand.Text(), clients: server.Clients, topics: server.Topics, retained: newRetained(), admission: adm, stopped: stopped, guesses: newGuesses(), hashing: newHeavyWork(1),
		users: map[string]User{}, passwords: map[string]*password{}, paces: map[string]*rate.Limiter{}, named: map[*mochi.Client]*session{},
	}
	for _, u := range append(o.Users, User{Name: daemonUser, Password: a.secret}) {
		p, err := newPassword(u.Password)
		if err != nil {
			return nil, fmt.Errorf("user %s: %w", u.Name, err)
		}
		a.users[u.Name], a.passwords[u.Name] = u, p
		if u.Name != daemonUser {
			a.paces[u.Name] = commandPace(u.Role)
		}
	}
	return a, nil
}

// ID implements mochi.Hook.
func (a *access) ID() string { return "access" }

// Provides implements mochi.Hook.
func (a *access) Provides(what byte) bool {
	return bytes.IndexByte([]byte{
		mochi.OnConnectAuthenticate, mochi.OnACLCheck, mochi.OnDisconnect, mochi.OnPublish, mochi.OnPublished,
	}, what) >= 0
}

// OnDisconnect implements mochi.Hook.
func (a *access) OnDisconnect(cl *mochi.Client, _ error, _ bool) {
	a.mu.Lock()
	delete(a.named, cl)
	a.mu.Unlock()
}

// OnPublish implements mochi.Hook. It adds the sender to a command, since MQTT 3.1.1 does
// not tell readers who published a message. Commands are never retained, since they are
// only for the moment. A login that sends too many commands has to wait, with all its
// clients; in the meantime the library reads nothing more from them, and commands of others
// are carried out.
func (a *access) OnPublish(cl *mochi.Client, pk packets.Packet) (packets.Packet, error) {
	a.mu.RLock()
	s := a.named[cl]
	a.mu.RUnlock()
	if s != nil && !s.daemon {
		if !a.pace(cl, s.name) {
			return pk, packets.ErrRejectPacket
		}
		if s.role != broadcast.Analyst { // an analyst publishes no commands
			pk.Payload = broadcast.StampSender(s.name, pk.Payload)
			pk.FixedHeader.Retain = false
		}
	}
	if why := a.retained.refuses(s, pk); why != "" {
		a.admission.forbid(cl, s.name, pk.TopicName, why)
		return pk, packets.ErrRejectPacket
	}
	a.handing(cl, 1)
	return pk, nil
}

// pace waits until a login may send another command. It returns false if the client has
// disconnected or the broker stops in the meantime.
func (a *access) pace(cl *mochi.Client, name string) bool {
	c, ok := cl.Net.Conn.(*conn)
	delay := a.paces[name].Reserve().Delay()
	if delay == 0 || !ok {
		return true
	}
	timer := time.NewTimer(delay)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-c.gone:
	case <-a.stopped:
	}
	return false
}

// sender returns a user of the configuration as the sender of a command.
func (a *access) sender(name string) (broadcast.Sender, bool) {
	u, known := a.users[name]
	return broadcast.Sender{Name: u.Name, Role: u.Role, Boards: u.Boards, Side: u.Side}, known && name != daemonUser
}

// OnPublished implements mochi.Hook. The broker calls it when a message is in the queues of
// all its readers. By then the publisher has already got the acknowledgement.
func (a *access) OnPublished(cl *mochi.Client, _ packets.Packet) { a.handing(cl, -1) }

func (a *access) handing(cl *mochi.Client, more int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if s := a.named[cl]; s != nil {
		s.handing += more
	}
}

// isBusy reports whether a message from a connected client has yet to reach the queues of
// its readers.
func (a *access) isBusy() bool {
	a.mu.RLock()
	defer a.mu.RUnlock()
	for _, s := range a.named {
		if s.handing > 0 {
			return true
		}
	}
	return false
}
