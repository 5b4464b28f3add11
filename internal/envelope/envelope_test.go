package envelope_test

import (
	"strings"
	"testing"

	"touchmove/internal/envelope"
	"touchmove/reconcile"
)

func key(t *testing.T) *envelope.Key {
	t.Helper()
	k, err := envelope.NewKey()
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// Each key for which an envelope was closed opens it and gives the same text, and the
// commitment binds it. The envelope reveals nothing of the text, not even its length.
func TestEnvelope(t *testing.T) {
	chief, organiser := key(t), key(t)
	lengths := map[int]bool{}
	for _, text := range []string{"Ng1-f3", "dxe8=Q+ e.p.?", strings.Repeat("ß", 100), `"\u0000<`, strings.Repeat("<", 255)} {
		sealed, err := envelope.Close(text, chief.Public(), organiser.Public())
		if err != nil {
			t.Fatal(err)
		}
		lengths[len(sealed.Envelope)] = true
		for _, k := range []*envelope.Key{chief, organiser} {
			again, err := envelope.ParseKey(k.Text())
			if err != nil {
				t.Fatal(err)
			}
			o, err := again.Open(sealed.Envelope)
			if err != nil || o.Text != text || reconcile.Commitment(o.Salt, o.Text) != sealed.Commitment {
				t.Errorf("%q: %+v, %v", text, o, err)
			}
		}
		if strings.Contains(sealed.Envelope+sealed.Commitment, text) {
			t.Errorf("%q can be read", text)
		}
		other, err := envelope.Close(text, chief.Public())
		if err != nil || other.Commitment == sealed.Commitment {
			t.Errorf("%q: the same commitment twice, %v", text, err)
		}
	}
	if len(lengths) != 1 {
		t.Errorf("the envelope's length tells of the move: %v", lengths)
	}
}

// The error for an envelope that cannot be opened or closed says why, and never contains a
// secret key.
func TestRefusals(t *testing.T) {
	k, other := key(t), key(t)
	sealed, err := envelope.Close("Nf3", k.Public())
	if err != nil {
		t.Fatal(err)
	}
	changed := []byte(sealed.Envelope)
	changed[len(changed)-8] ^= 1
	for name, c := range map[string]struct {
		err  error
		says string
	}{
		"another key":     {open(other, sealed.Envelope), "for a different key than age1"},
		"changed":         {open(k, string(changed)), "damaged"},
		"cut short":       {open(k, sealed.Envelope[:40]), "damaged"},
		"no base64":       {open(k, "?"), "damaged"},
		"no key file":     {parse("AGE-SECRET-KEY-1NONSENSE"), "holds no key"},
		"an empty file":   {parse("# nothing\n"), "it is empty"},
		"no public half":  {closed("Nf3", "age1nonsense"), "age1nonsense"},
		"no keys":         {closed("Nf3"), "no key is given"},
		"nothing sealed":  {closed("", k.Public()), "1 to 255"},
		"too long a text": {closed(strings.Repeat("x", 256), k.Public()), "1 to 255"},
	} {
		if c.err == nil || !strings.Contains(c.err.Error(), c.says) || strings.Contains(c.err.Error(), "NONSENSE") {
			t.Errorf("%s: %v", name, c.err)
		}
	}
	if err := envelope.CheckPublic(k.Public()); err != nil {
		t.Error(err)
	}
}

func open(k *envelope.Key, text string) error { _, err := k.Open(text); return err }

func parse(text string) error { _, err := envelope.ParseKey(text); return err }

func closed(text string, to ...string) error { _, err := envelope.Close(text, to...); return err }
