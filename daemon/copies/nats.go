package copies

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"touchmove/configs"
	"touchmove/internal/regularfile"
)

// Sizes of a message, and of what is fetched at once. Servers accept 1 MB per message by default.
const (
	mostPiece = 512 << 10 // bytes
	mostFetch = 64        // messages
	mostWaits = 5         // for messages that the server has announced, a second each
)

// pieceHeader is the header that says which part of a file a message holds: "FROM TO SIZE SUM", the
// range of bytes, and the size and SHA-256 of the whole file.
const pieceHeader = "Touchmove-Piece"

// NATS is a place in a stream of a NATS JetStream. Each file has its own subject. Its messages, in
// order, are the file: what is appended to a journal becomes another message. A message from byte 0
// restarts the file; the version before counts until the new one is complete, and is then
// purged. Each write names the last message that it expects (Nats-Expected-Last-Subject-Sequence),
// so that two writers cannot mix their messages.
//
// The library's object store would need no code here, but it writes objects as a whole: every
// second, for each board, its whole game.
type NATS struct {
	place   configs.NATSPlace
	options []nats.Option

	dialing chan dialed // a connection that is being made; nil if none is
	nc      *nats.Conn  // nil until it is made
	js      jetstream.JetStream
	stream  jetstream.Stream // nil until it has been looked up
	tails   map[string]tail  // by name: what is known here of the file
}

type dialed struct {
	nc  *nats.Conn
	err error
}

// tail is the last message of a file.
type tail struct {
	seq uint64
	piece
}

// piece is a part of a file.
type piece struct {
	from, to, size int
	sum            string // of the whole file
}

func (p piece) String() string { return fmt.Sprintf("%d %d %d %s", p.from, p.to, p.size, p.sum) }

func readPiece(h nats.Header) (p piece, err error) {
	text := h.Get(pieceHeader)
	if _, err := fmt.Sscanf(text, "%d %d %d %s", &p.from, &p.to, &p.size, &p.sum); err != nil {
		return p, fmt.Errorf("a message with %s %q does not belong to a copy: has another program written to the stream?", pieceHeader, text)
	}
	return p, nil
}

// OpenNATS opens the place that a configuration names, with its user and password. It does not
// connect.
func OpenNATS(c configs.Copy) (*NATS, error) {
	place, err := configs.ParseNATS(c.URL)
	if err != nil {
		return nil, err
	}
	s := &NATS{place: place, tails: map[string]tail{}}
	s.options = []nats.Option{
		nats.Name("touchmove"), nats.Timeout(retry), nats.MaxReconnects(-1), nats.ReconnectWait(time.Second), nats.IgnoreAuthErrorAbort(),
		nats.ReconnectBufSize(-1), // what cannot be sent is not acknowledged: no queue
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}), // the library would write to standard error
	}
	if c.CA != "" {
		s.options = append(s.options, nats.RootCAs(c.CA))
	}
	switch {
	case c.Credentials != "":
		s.options = append(s.options, nats.UserCredentials(c.Credentials))
	case c.Key != "":
		password, err := c.Secret.Read()
		if err != nil {
			return nil, err
		}
		s.options = append(s.options, nats.UserInfo(c.Key, password))
	}
	return s, nil
}

// Close implements io.Closer.
func (s *NATS) Close() error {
	if s.dialing != nil {
		go func() {
			if d := <-s.dialing; d.err == nil {
				d.nc.Close()
			}
		}()
	}
	if s.nc != nil {
		s.nc.Close()
	}
	return nil
}

// failed adds the place to an error. The stream is then looked up again.
func (s *NATS) failed(err error) error {
	s.stream = nil
	clear(s.tails)
	return fmt.Errorf("%s: %w", s.place, err)
}

// connect connects if necessary. It waits no longer than ctx for a server that does not answer.
func (s *NATS) connect(ctx context.Context) error {
	if s.nc != nil && !s.nc.IsClosed() {
		if !s.nc.IsConnected() {
			return errors.Join(errors.New("the connection is lost"), s.nc.LastError())
		}
		return nil
	}
	if s.dialing == nil {
		made, options := make(chan dialed, 1), s.options
		s.dialing = made
		go func() {
			nc, err := nats.Connect(strings.Join(s.place.Servers, ","), options...)
			made <- dialed{nc, err}
		}()
	}
	select {
	case d := <-s.dialing:
		s.dialing = nil
		if d.err != nil {
			return d.err
		}
		js, err := jetstream.New(d.nc)
		s.nc, s.js = d.nc, js
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// open connects and looks the stream up. If there is none, it makes it.
func (s *NATS) open(ctx context.Context) error {
	if err := s.connect(ctx); err != nil {
		return err
	}
	if s.stream != nil {
		return nil
	}
	stream, err := s.js.Stream(ctx, s.place.Stream)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		stream, err = s.make(ctx)
	}
	if err != nil {
		return err
	}
	if err := keeps(stream.CachedInfo().Config); err != nil {
		return err
	}
	s.stream = stream
	return nil
}

// make makes the stream: with three replicas, or with one if there is no cluster.
func (s *NATS) make(ctx context.Context) (stream jetstream.Stream, err error) {
	const notClustered = 10074 // the server's error code for replicas without a cluster
	for _, replicas := range []int{3, 1} {
		stream, err = s.js.CreateStream(ctx, jetstream.StreamConfig{
			Name: s.place.Stream, Description: "second copies of touchmove's journals", Subjects: []string{s.place.Subjects()},
			Storage: jetstream.FileStorage, Discard: jetstream.DiscardNew, Replicas: replicas,
		})
		var api *jetstream.APIError
		if !errors.As(err, &api) || api.ErrorCode != notClustered {
			break
		}
	}
	return stream, err
}

// keeps returns an error about a stream that discards messages: it would not be a copy.
func keeps(c jetstream.StreamConfig) error {
	var why string
	switch {
	case c.Retention != jetstream.LimitsPolicy:
		why = "its retention is " + c.Retention.String() + ": make it limits"
	case c.MaxAge > 0:
		why = fmt.Sprintf("its max_age is %v: make it 0", c.MaxAge)
	case c.MaxMsgsPerSubject > 0:
		why = fmt.Sprintf("its max_msgs_per_subject is %d: make it -1", c.MaxMsgsPerSubject)
	case c.Discard != jetstream.DiscardNew && (c.MaxBytes > 0 || c.MaxMsgs > 0):
		why = "when it is full it drops the oldest: make its discard new"
	case c.Storage != jetstream.FileStorage:
		why = "it is in the servers' memory: make one with storage file"
	default:
		return nil
	}
	return fmt.Errorf("the stream %s would forget journals, since %s", c.Name, why)
}

// Put implements Store: it returns nil once JetStream has acknowledged every message.
func (s *NATS) Put(ctx context.Context, name string, content []byte, have int) error {
	if err := s.put(ctx, name, content, have); err != nil {
		return s.failed(err)
	}
	return nil
}

func (s *NATS) put(ctx context.Context, name string, content []byte, have int) error {
	if err := s.open(ctx); err != nil {
		return err
	}
	last, err := s.tail(ctx, name)
	if err != nil {
		return err
	}
	sum := sha256.New()
	if sum.Write(content[:have]); last.to != have || last.size != have || last.sum != text(sum) {
		have = 0
		sum.Reset()
	}
	sum.Write(content[have:])
	most := min(mostPiece, int(s.nc.MaxPayload()/2))
	if m := int(s.stream.CachedInfo().Config.MaxMsgSize); m > 0 {
		most = min(most, m/2)
	}
	began, before := uint64(0), last.seq
	for from, done := have, false; !done; {
		p := piece{from, min(from+most, len(content)), len(content), text(sum)}
		m := &nats.Msg{Subject: s.place.Subject(name), Data: content[p.from:p.to], Header: nats.Header{pieceHeader: {p.String()}}}
		ack, err := s.js.PublishMsg(ctx, m, jetstream.WithExpectStream(s.place.Stream), jetstream.WithExpectLastSequencePerSubject(last.seq))
		if err != nil {
			return err
		}
		if began == 0 {
			began = ack.Sequence
		}
		last = tail{ack.Sequence, p}
		from, done = p.to, p.to == len(content)
	}
	if s.tails[name] = last; have > 0 || before == 0 {
		return nil
	}
	return s.replaced(ctx, name, began)
}

// replaced purges the messages of a file before the one with which it restarts, and checks that
// this one is still there.
func (s *NATS) replaced(ctx context.Context, name string, began uint64) error {
	if err := s.stream.Purge(ctx, jetstream.WithPurgeSubject(s.place.Subject(name)), jetstream.WithPurgeSequence(began)); err != nil {
		return err
	}
	m, err := s.stream.GetMsg(ctx, began)
	if err == nil && m.Subject != s.place.Subject(name) {
		err = fmt.Errorf("message %d is of %s", began, m.Subject)
	}
	return err
}

func text(sum hash.Hash) string { return hex.EncodeToString(sum.Sum(nil)) }

// tail returns the last message of a file, or the zero tail if there is none.
func (s *NATS) tail(ctx context.Context, name string) (tail, error) {
	if t, known := s.tails[name]; known {
		return t, nil
	}
	m, err := s.stream.GetLastMsgForSubject(ctx, s.place.Subject(name))
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return tail{}, nil
	}
	if err != nil {
		return tail{}, err
	}
	p, err := readPiece(m.Header)
	return tail{m.Sequence, p}, err
}

// Get implements Store. If messages of the file are missing, it returns the last complete version,
// and an error with ErrPart in its chain.
func (s *NATS) Get(ctx context.Context, name string) ([]byte, error) {
	if err := s.open(ctx); err != nil {
		return nil, s.failed(err)
	}
	var a assembly
	err := s.each(ctx, jetstream.ConsumerConfig{FilterSubject: s.place.Subject(name)}, func(m jetstream.Msg) error {
		p, err := readPiece(m.Headers())
		if err == nil && len(a.text)+len(m.Data()) > mostFile && p.from > 0 {
			err = fmt.Errorf("%s has more than %d bytes: something else has written to the stream: %w", name, mostFile, regularfile.ErrUnfit)
		}
		if err == nil {
			a.add(p, m.Data())
		}
		return err
	})
	switch {
	case err != nil:
		return nil, s.failed(err)
	case a.whole == nil && !a.torn:
		return nil, fmt.Errorf("%w: %s", ErrNone, name)
	case a.torn:
		return a.whole, fmt.Errorf("%s: %w: messages of it are gone from the stream or changed", s.place, ErrPart)
	}
	return a.whole, nil
}

// assembly puts a file together from its pieces.
type assembly struct {
	text  []byte
	sum   hash.Hash
	whole []byte // the last version whose checksum was right; nil if there was none
	torn  bool   // whether the pieces after it do not fit
}

func (a *assembly) add(p piece, data []byte) {
	if p.from == 0 {
		a.text, a.sum, a.torn = []byte{}, sha256.New(), false
	}
	if a.torn = a.torn || p.from != len(a.text) || p.to-p.from != len(data); a.torn {
		return
	}
	a.text = append(a.text, data...)
	a.sum.Write(data)
	if p.to == p.size {
		if a.torn = text(a.sum) != p.sum; !a.torn {
			a.whole = a.text[:len(a.text):len(a.text)]
		}
	}
}

// Sizes implements Store. The size of a file whose last message is missing is -1.
func (s *NATS) Sizes(ctx context.Context) (map[string]int64, error) {
	if err := s.open(ctx); err != nil {
		return nil, s.failed(err)
	}
	sizes := map[string]int64{}
	last := jetstream.ConsumerConfig{FilterSubject: s.place.Subject("") + ">", DeliverPolicy: jetstream.DeliverLastPerSubjectPolicy, HeadersOnly: true}
	err := s.each(ctx, last, func(m jetstream.Msg) error {
		p, err := readPiece(m.Headers())
		name, ours := s.place.Name(m.Subject())
		if err != nil || !ours {
			return errors.Join(err, fmt.Errorf("the subject %s does not belong to a copy", m.Subject()))
		}
		if sizes[name] = int64(p.size); p.to != p.size {
			sizes[name] = -1
		}
		return nil
	})
	if err != nil {
		return nil, s.failed(err)
	}
	return sizes, nil
}

// each calls do with the messages of a new consumer. It stops at the message that was the last one
// when it began, so that a busy writer cannot keep it reading.
func (s *NATS) each(ctx context.Context, c jetstream.ConsumerConfig, do func(jetstream.Msg) error) error {
	c.AckPolicy, c.InactiveThreshold, c.MemoryStorage, c.Replicas = jetstream.AckNonePolicy, limit, true, 1
	now, err := s.stream.Info(ctx)
	if err != nil {
		return err
	}
	consumer, err := s.stream.CreateConsumer(ctx, c)
	if err != nil {
		return err
	}
	info := consumer.CachedInfo()
	defer s.stream.DeleteConsumer(context.WithoutCancel(ctx), info.Name) //nolint:errcheck // it ends by itself
	waited := 0
	for left := info.NumPending; left > 0; {
		if err := ctx.Err(); err != nil {
			return err
		}
		batch, err := consumer.Fetch(int(min(left, mostFetch)), jetstream.FetchMaxWait(period))
		if err != nil {
			return err
		}
		waited++
		for m := range batch.Messages() {
			at, err := m.Metadata()
			if err == nil {
				err = do(m)
			}
			if err != nil {
				return err
			}
			if left, waited = at.NumPending, 0; at.Sequence.Stream >= now.State.LastSeq {
				left = 0
			}
		}
		if err := batch.Error(); err != nil {
			return err
		}
		if waited == 0 {
			continue
		}
		if waited == mostWaits {
			return fmt.Errorf("of the messages of %s, %d did not come within %v", c.FilterSubject, left, mostWaits*period)
		}
		// A writer may have purged what it replaced, so that fewer messages are left.
		if info, err = consumer.Info(ctx); err != nil {
			return err
		}
		left = min(left, info.NumPending)
	}
	return nil
}
