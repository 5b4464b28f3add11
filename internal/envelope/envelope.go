// Package envelope keeps the sealed move of an adjourned game encrypted until the envelope
// is opened (2018: guidelines I). The envelope is an age file (age-encryption.org/v1,
// X25519 with ChaCha20-Poly1305), in base64; age itself can open it too, with the key.
// Beside it is a commitment, which binds the text without revealing it, so that no other
// move can be passed off as the sealed one when play is resumed.
package envelope

import (
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"filippo.io/age"

	"touchmove/reconcile"
)

// Key opens envelopes. Make one with NewKey, or read it with ParseKey.
type Key struct{ identity *age.X25519Identity }

// NewKey generates a key.
func NewKey() (*Key, error) {
	id, err := age.GenerateX25519Identity()
	if err != nil {
		return nil, fmt.Errorf("a key cannot be made: %w", err)
	}
	return &Key{id}, nil
}

// ParseKey parses a key file. Lines that begin with # are ignored, as in the files of
// age-keygen. The error never contains any of the file's text.
func ParseKey(text string) (*Key, error) {
	for _, line := range strings.Split(text, "\n") {
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		id, err := age.ParseX25519Identity(line)
		if err != nil {
			return nil, errors.New("it holds no key: one begins with AGE-SECRET-KEY-1 (touchmove envelope key makes one)")
		}
		return &Key{id}, nil
	}
	return nil, errors.New("it is empty: touchmove envelope key makes a key")
}

// Text returns the text of a key file, with the public half above the key.
func (k *Key) Text() string {
	return fmt.Sprintf("# opens the envelopes of sealed moves: keep it from the players\n# public: %s\n%s\n", k.Public(), k.identity)
}

// Public returns the public half of the key, with which envelopes are closed. It is not
// secret.
func (k *Key) Public() string { return k.identity.Recipient().String() }

// CheckPublic returns an error that says why a text is not the public half of a key.
func CheckPublic(text string) error {
	if _, err := age.ParseX25519Recipient(text); err != nil {
		return fmt.Errorf("%q is not the public half of a key: it begins with age1, and is in the key's file", text)
	}
	return nil
}

// Sealed is a sealed move as it is written to a record.
type Sealed struct {
	Envelope   string // base64 of an age file
	Commitment string // see reconcile.Commitment
}

// Opened is the contents of an envelope.
type Opened struct {
	Text string `json:"text"`
	Salt string `json:"salt"`
}

// maxText is the longest sealed text, in bytes.
const maxText = 255

// padded is the length in bytes to which all contents are padded, so that the length of an
// envelope reveals nothing about the move. The longest text takes six bytes a character in JSON.
const padded = 6*maxText + 512

// Close puts a text into an envelope that can be opened with each of these keys.
func Close(text string, public ...string) (Sealed, error) {
	if text == "" || len(text) > maxText {
		return Sealed{}, fmt.Errorf("a sealed move has 1 to %d bytes", maxText)
	}
	var to []age.Recipient
	for _, p := range public {
		r, err := age.ParseX25519Recipient(p)
		if err != nil {
			return Sealed{}, CheckPublic(p)
		}
		to = append(to, r)
	}
	if len(to) == 0 {
		return Sealed{}, errors.New("no key is given to close the envelope with")
	}
	var salt [16]byte
	rand.Read(salt[:]) // never fails (crypto/rand)
	o := Opened{Text: text, Salt: hex.EncodeToString(salt[:])}
	content, err := json.Marshal(o)
	if err != nil {
		return Sealed{}, err
	}
	content = append(content, bytes.Repeat([]byte(" "), max(0, padded-len(content)))...)
	var b bytes.Buffer
	w, err := age.Encrypt(&b, to...)
	if err == nil {
		if _, err = w.Write(content); err == nil {
			err = w.Close()
		}
	}
	if err != nil {
		return Sealed{}, fmt.Errorf("the envelope cannot be closed: %w", err)
	}
	return Sealed{base64.StdEncoding.EncodeToString(b.Bytes()), reconcile.Commitment(o.Salt, o.Text)}, nil
}

// Open opens an envelope. The error says whether the envelope was closed for a different
// key or is damaged.
func (k *Key) Open(envelope string) (Opened, error) {
	raw, err := base64.StdEncoding.DecodeString(envelope)
	if err != nil {
		return Opened{}, errors.New("the envelope is damaged: it is not base64")
	}
	r, err := age.Decrypt(bytes.NewReader(raw), k.identity)
	var other *age.NoIdentityMatchError
	switch {
	case errors.As(err, &other):
		return Opened{}, fmt.Errorf("the envelope was closed for a different key than %s", k.Public())
	case err != nil:
		return Opened{}, fmt.Errorf("the envelope is damaged: %w", err)
	}
	content, err := io.ReadAll(r)
	if err != nil {
		return Opened{}, fmt.Errorf("the envelope is damaged: %w", err)
	}
	var o Opened
	if err := json.Unmarshal(content, &o); err != nil || o.Text == "" {
		return Opened{}, errors.New("the envelope holds no sealed move")
	}
	return o, nil
}
