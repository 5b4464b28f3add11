package broker

import (
	"strings"
	"testing"

	"github.com/mochi-mqtt/server/v2/packets"

	"touchmove/broadcast"
)

// All logins together can make the broker retain only so much, whatever the topics. What is
// replaced or removed makes room again; the daemon's own messages are not counted.
func TestRetainedByLogins(t *testing.T) {
	r := newRetained()
	const each = len("b/9/analysis") + 1000 + messageCost
	r.max = 2 * each
	fish, daemon := &session{name: "fish", role: broadcast.Analyst}, &session{daemon: true}
	for _, c := range []struct {
		what    string
		who     *session
		topic   string
		bytes   int
		passing bool // not retained
		refused bool
	}{
		{what: "the first", who: fish, topic: "b/1/analysis", bytes: 1000},
		{what: "the second", who: fish, topic: "b/2/analysis", bytes: 1000},
		{what: "one more", who: fish, topic: "b/3/analysis", bytes: 1000, refused: true},
		{what: "one that is not retained", who: fish, topic: "b/3/analysis", bytes: 1000, passing: true},
		{what: "the first again", who: fish, topic: "b/1/analysis", bytes: 1000},
		{what: "a longer one in its place", who: fish, topic: "b/1/analysis", bytes: 1001, refused: true},
		{what: "the daemon's", who: daemon, topic: "b/4/state", bytes: 100000},
		{what: "a reader's", who: nil, topic: "b/5/state", bytes: 1000},
		{what: "the removal of the first", who: fish, topic: "b/1/analysis"},
		{what: "one in its place", who: fish, topic: "b/3/analysis", bytes: 1000},
		{what: "the daemon's in the place of the second", who: daemon, topic: "b/2/analysis", bytes: 5},
		{what: "one in the place of the second", who: fish, topic: "b/9/analysis", bytes: 1000},
		{what: "a long one", who: fish, topic: "b/9/analysis", bytes: maxAnalysis + 1, passing: true, refused: true},
	} {
		pk := packets.Packet{TopicName: c.topic, Payload: []byte(strings.Repeat("x", c.bytes)), FixedHeader: packets.FixedHeader{Retain: !c.passing}}
		if why := r.refuses(c.who, pk); (why != "") != c.refused {
			t.Errorf("%s: refused because %q, want refused %v", c.what, why, c.refused)
		}
	}
	if r.total != 2*each || len(r.size) != 2 {
		t.Errorf("%d bytes are counted on %d topics, want %d on 2", r.total, len(r.size), 2*each)
	}
}
