package copies_test

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"log/slog"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"

	"touchmove/broadcast/broadcasttest"
	"touchmove/configs"
	"touchmove/daemon/copies"
	"touchmove/daemon/journal"
	"touchmove/internal/regularfile"
)

func openNATS(t *testing.T, c configs.Copy) *copies.NATS {
	t.Helper()
	s, err := copies.OpenNATS(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// organiser connects another client to the same server.
func organiser(t *testing.T, n *broadcasttest.NATS) jetstream.JetStream {
	t.Helper()
	nc, err := nats.Connect(n.Address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	return js
}

// A file is larger than a message may be, and grows; the server is killed and restarted. It has
// everything that it acknowledged; of the versions that replaced the file, only complete ones
// count.
func TestNATS(t *testing.T) {
	n := broadcasttest.NewNATS(t, "max_payload: 64KB")
	place := configs.Copy{URL: "nats://" + n.Address + "/chess"}
	s, js := openNATS(t, place), organiser(t, n)
	long := bytes.Repeat([]byte("0123456789abcdef"), 10_000)
	put := func(content []byte, have int) {
		t.Helper()
		if err := s.Put(t.Context(), name, content, have); err != nil {
			t.Fatal(err)
		}
	}
	has := func(want []byte) {
		t.Helper()
		got, err := s.Get(t.Context(), name)
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("the copy has %d bytes, %v, want %d", len(got), err, len(want))
		}
	}
	put(long[:100_000], 0)
	put(long[:100_010], 100_000)
	put(long, 100_010)
	has(long)
	n.Kill()
	if err := s.Put(t.Context(), name, long[:10], 0); err == nil {
		t.Error("nobody is there, and it is acknowledged")
	}
	n.Start(t)
	broadcasttest.Eventually(t, "it is connected again", func() bool { _, err := s.Sizes(t.Context()); return err == nil })
	has(long)
	long = append(long, '\n')
	put(long, len(long)-1)

	// Another writer begins to write the file again and does not finish.
	stream, err := js.Stream(t.Context(), "chess")
	if err != nil {
		t.Fatal(err)
	}
	subject := "touchmove-copy.chess." + strings.ReplaceAll(strings.ReplaceAll(name, ".", "%2E"), "/", ".")
	begun := &nats.Msg{Subject: subject, Data: []byte("other"), Header: nats.Header{"Touchmove-Piece": {"0 5 10 00"}}}
	if _, err := js.PublishMsg(t.Context(), begun); err != nil {
		t.Fatal(err)
	}
	has(long)
	if sizes, err := s.Sizes(t.Context()); err != nil || sizes[name] != -1 {
		t.Errorf("the size of what is not whole: %v, %v", sizes, err)
	}
	if err := s.Put(t.Context(), name, append(long, "more\n"...), len(long)); err == nil {
		t.Error("it is acknowledged, though another one wrote in between")
	}
	put([]byte("one\n"), 0)
	has([]byte("one\n"))
	if i, err := stream.Info(t.Context()); err != nil || i.State.Msgs != 1 {
		t.Errorf("what is replaced is kept: %d messages, %v", i.State.Msgs, err)
	}

	// After a restart, what was put before is known from the stream.
	s = openNATS(t, place)
	put([]byte("one\ntwo\n"), 4)
	put([]byte("one\ntwo\nthree\n"), 8)
	has([]byte("one\ntwo\nthree\n"))
	i, err := stream.Info(t.Context())
	if err != nil || i.State.Msgs != 3 {
		t.Fatalf("additions are not added: %d messages, %v", i.State.Msgs, err)
	}

	// A message is deleted. What is complete is returned, and the error says that a part is
	// missing.
	if err := stream.DeleteMsg(t.Context(), i.State.LastSeq-1); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Get(t.Context(), name); string(got) != "one\n" || !errors.Is(err, copies.ErrPart) {
		t.Errorf("with a message gone: %q, %v", got, err)
	}
	state := t.TempDir()
	names, err := copies.Restore(t.Context(), s, state)
	got, _ := os.ReadFile(filepath.Join(state, filepath.FromSlash(name)))
	if !errors.Is(err, copies.ErrPart) || !slices.Equal(names, []string{name}) || string(got) != "one\n" {
		t.Errorf("restored is %v with %q, %v", names, got, err)
	}
}

// A file to which somebody else adds without end is not put together in the memory of the boards: it is named.
func TestNATSLongFile(t *testing.T) {
	n := broadcasttest.NewNATS(t)
	s := openNATS(t, configs.Copy{URL: "nats://" + n.Address + "/chess"})
	if err := s.Put(t.Context(), name, make([]byte, journal.Longest+1), 0); err != nil {
		t.Fatal(err)
	}
	if text, err := s.Get(t.Context(), name); !errors.Is(err, regularfile.ErrUnfit) || !strings.Contains(err.Error(), name) || len(text) > 0 {
		t.Errorf("%d bytes, %v", len(text), err)
	}
}

// A reader of a file that is replaced again and again gets a complete version without delay.
func TestNATSReadWhileReplaced(t *testing.T) {
	n := broadcasttest.NewNATS(t)
	place := configs.Copy{URL: "nats://" + n.Address + "/chess"}
	writer, reader := openNATS(t, place), openNATS(t, place)
	if err := writer.Put(t.Context(), name, []byte("0\n"), 0); err != nil {
		t.Fatal(err)
	}
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
			}
			text := fmt.Appendf(nil, "%d\n", i)
			if err := errors.Join(writer.Put(t.Context(), name, text, 0), writer.Put(t.Context(), name, append(text, "more\n"...), len(text))); err != nil {
				t.Error(err)
				return
			}
		}
	}()
	for range 200 {
		if got, err := reader.Get(t.Context(), name); err != nil || !bytes.HasSuffix(got, []byte("\n")) {
			t.Errorf("the copy has %q, %v", got, err)
		}
	}
	close(stop)
	<-done
}

// A stream that would discard journals is refused, with what to change.
func TestNATSThatForgets(t *testing.T) {
	n := broadcasttest.NewNATS(t)
	js := organiser(t, n)
	for want, change := range map[string]func(*jetstream.StreamConfig){
		"max_age is 1h0m0s":         func(c *jetstream.StreamConfig) { c.MaxAge = time.Hour },
		"max_msgs_per_subject is 5": func(c *jetstream.StreamConfig) { c.MaxMsgsPerSubject = 5 },
		"drops the oldest":          func(c *jetstream.StreamConfig) { c.MaxBytes = 1 << 20 },
		"servers' memory":           func(c *jetstream.StreamConfig) { c.Storage = jetstream.MemoryStorage },
		"retention is WorkQueue":    func(c *jetstream.StreamConfig) { c.Retention = jetstream.WorkQueuePolicy },
	} {
		c := jetstream.StreamConfig{Name: "chess", Subjects: []string{"touchmove-copy.chess.>"}}
		change(&c)
		if _, err := js.CreateStream(t.Context(), c); err != nil {
			t.Fatal(err)
		}
		s := openNATS(t, configs.Copy{URL: "nats://" + n.Address + "/chess"})
		if err := s.Put(t.Context(), name, []byte("one\n"), 0); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
		if err := js.DeleteStream(t.Context(), "chess"); err != nil {
			t.Fatal(err)
		}
	}
}

// Over TLS, with a password or with credentials: no secret is in an error or in the log.
// Without them, or if the certificate belongs to another server, nothing is written.
func TestNATSSecurely(t *testing.T) {
	cert, key := certificate(t)
	tls := fmt.Sprintf("tls { cert_file: %q, key_file: %q }", cert, key)
	secret := filepath.Join(t.TempDir(), "secret")
	os.WriteFile(secret, []byte("opensesame\n"), 0o600)
	n := broadcasttest.NewNATS(t, tls, `authorization { users: [{ user: hall, password: opensesame, permissions: { publish: [
		"touchmove-copy.chess.>", "$JS.API.STREAM.INFO.chess", "$JS.API.STREAM.CREATE.chess", "$JS.API.STREAM.PURGE.chess", "$JS.API.STREAM.MSG.GET.chess",
		"$JS.API.CONSUMER.*.chess.>", "$JS.API.CONSUMER.MSG.NEXT.chess.>"], subscribe: "_INBOX.>" } }] }`) // as docs/operations.md says
	place := "tls://" + n.Address + "/chess"

	credentials, operator := credentials(t)
	m := broadcasttest.NewNATS(t, tls, operator)

	var log strings.Builder
	for _, c := range []struct {
		what string
		copy configs.Copy
		want string // part of the error
	}{
		{"a password", configs.Copy{URL: place, CA: cert, Key: "hall", Secret: configs.Secret{File: secret}}, ""},
		{"credentials", configs.Copy{URL: "tls://" + m.Address + "/chess", CA: cert, Credentials: credentials}, ""},
		{"nobody", configs.Copy{URL: place, CA: cert}, "Authorization"},
		{"another's password", configs.Copy{URL: place, CA: cert, Key: "hal", Secret: configs.Secret{File: secret}}, "Authorization"},
		{"a certificate that nobody signed", configs.Copy{URL: place, Key: "hall", Secret: configs.Secret{File: secret}}, "certificate"},
		{"credentials that are not there", configs.Copy{URL: "tls://" + m.Address + "/chess", CA: cert, Credentials: secret}, "nkeys"},
	} {
		state := t.TempDir()
		path := filepath.Join(state, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte("one\n"), 0o644)); err != nil {
			t.Fatal(err)
		}
		s := openNATS(t, c.copy)
		copier := copies.New(s, state, nil, slog.New(slog.NewTextHandler(&log, nil)))
		err := copier.Pass(t.Context())
		for _, text := range []string{"one\ntwo\n", "another\n"} {
			if err != nil {
				break
			}
			err = errors.Join(os.WriteFile(path, []byte(text), 0o644), copier.Pass(t.Context()), copier.Verify(t.Context()))
		}
		if err == nil {
			_, err = copies.Restore(t.Context(), s, t.TempDir())
		}
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.what, err, c.want)
		}
	}
	text, _ := os.ReadFile(credentials)
	for _, line := range append(strings.Split(string(text), "\n"), "opensesame") {
		if len(line) > 8 && !strings.HasPrefix(line, "-") && strings.Contains(log.String(), line) {
			t.Errorf("the log has the secret %s:\n%s", line, &log)
		}
	}
}

// A server that accepts connections and never answers is waited for no longer than ctx allows.
func TestNATSThatHangs(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	s := openNATS(t, configs.Copy{URL: "nats://" + l.Addr().String() + "/chess"})
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	began := time.Now()
	if err := s.Put(ctx, name, []byte("one\n"), 0); err == nil || time.Since(began) > 2*time.Second {
		t.Errorf("%v after %v", err, time.Since(began))
	}
}

// certificate makes a self-signed certificate for loopback.
func certificate(t *testing.T) (cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "nats"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	cert, key = filepath.Join(t.TempDir(), "cert.pem"), filepath.Join(t.TempDir(), "key.pem")
	os.WriteFile(cert, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o600)
	os.WriteFile(key, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret}), 0o600)
	return cert, key
}

// credentials makes a user's file as the program nsc writes it, and the configuration of a
// server that trusts its issuer.
func credentials(t *testing.T) (file, config string) {
	t.Helper()
	pair := func(make func() (nkeys.KeyPair, error)) (nkeys.KeyPair, string) {
		k, err := make()
		if err != nil {
			t.Fatal(err)
		}
		public, err := k.PublicKey()
		if err != nil {
			t.Fatal(err)
		}
		return k, public
	}
	operator, operatorName := pair(nkeys.CreateOperator)
	account, accountName := pair(nkeys.CreateAccount)
	_, system := pair(nkeys.CreateAccount)
	user, userName := pair(nkeys.CreateUser)
	token := func(by nkeys.KeyPair, issuer, subject string, claims map[string]any) string {
		claims["version"] = 2
		body, _ := json.Marshal(map[string]any{"jti": subject, "iat": time.Now().Unix(), "iss": issuer, "sub": subject, "name": subject, "nats": claims})
		text := base64.RawURLEncoding.EncodeToString([]byte(`{"typ":"JWT","alg":"ed25519-nkey"}`)) + "." + base64.RawURLEncoding.EncodeToString(body)
		signature, err := by.Sign([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return text + "." + base64.RawURLEncoding.EncodeToString(signature)
	}
	none := map[string]any{"subs": -1, "data": -1, "payload": -1}
	all := map[string]any{"subs": -1, "data": -1, "payload": -1, "imports": -1, "exports": -1, "conn": -1, "leaf": -1, "mem_storage": -1, "disk_storage": -1, "streams": -1, "consumer": -1}
	userToken := token(account, accountName, userName, map[string]any{"type": "user", "pub": map[string]any{}, "sub": map[string]any{}, "subs": none["subs"], "data": none["data"], "payload": none["payload"]})
	seed, err := user.Seed()
	if err != nil {
		t.Fatal(err)
	}
	file = filepath.Join(t.TempDir(), "hall.creds")
	text := fmt.Sprintf("-----BEGIN NATS USER JWT-----\n%s\n------END NATS USER JWT------\n\n-----BEGIN USER NKEY SEED-----\n%s\n------END USER NKEY SEED------\n", userToken, seed)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file, fmt.Sprintf("operator: %s\nresolver: MEMORY\nsystem_account: %s\nresolver_preload: { %s: %s, %s: %s }\n",
		token(operator, operatorName, operatorName, map[string]any{"type": "operator"}), system,
		system, token(operator, operatorName, system, map[string]any{"type": "account", "limits": map[string]any{"subs": -1, "data": -1, "payload": -1, "imports": -1, "exports": -1, "conn": -1, "leaf": -1}}), accountName,
		token(operator, operatorName, accountName, map[string]any{"type": "account", "limits": all}))
}
