package guard

import (
	"encoding/binary"
	"unicode"
	"unicode/utf8"

	"touchmove/internal/plaintext"
)

// fields reads the fields of a packet one after the other, without copying them.
type fields struct {
	left []byte
	of   string // name of the packet, for errors
}

func (f *fields) byte(what string) (byte, error) {
	if len(f.left) < 1 {
		return 0, wrong("%s ends before its %s", f.of, what)
	}
	b := f.left[0]
	f.left = f.left[1:]
	return b, nil
}

// uint16 reads two bytes, the high one first (1.5.2).
func (f *fields) uint16(what string) (uint16, error) {
	if len(f.left) < 2 {
		return 0, wrong("%s ends before its %s", f.of, what)
	}
	n := binary.BigEndian.Uint16(f.left)
	f.left = f.left[2:]
	return n, nil
}

// data reads bytes that follow their length (1.5.3, figure 1.1).
func (f *fields) data(what string) ([]byte, error) {
	n, err := f.uint16(what)
	if err != nil {
		return nil, err
	}
	if int(n) > len(f.left) {
		return nil, wrong("%s ends within its %s", f.of, what)
	}
	b := f.left[:n]
	f.left = f.left[n:]
	return b, nil
}

// text reads a UTF-8 string (1.5.3) of no more than limit bytes.
func (f *fields) text(what string, limit int) ([]byte, error) {
	b, err := f.data(what)
	if err != nil {
		return nil, err
	}
	if len(b) > limit {
		return nil, wrong("the %s of a %s has %d bytes, more than %d", what, f.of, len(b), limit)
	}
	for rest := b; len(rest) > 0; {
		r, size := utf8.DecodeRune(rest)
		if r == utf8.RuneError && size == 1 {
			return nil, wrong("the %s of a %s is not UTF-8 [MQTT-1.5.3-1]", what, f.of)
		}
		if control(r) {
			return nil, wrong("the %s of a %s has the control character %U [MQTT-1.5.3-2]", what, f.of, r)
		}
		rest = rest[size:]
	}
	return b, nil
}

// control reports whether a character is not allowed in a text of MQTT: U+0000, which is
// forbidden [MQTT-1.5.3-2], and the control characters and noncharacters for which a
// receiver may close the connection (1.5.3).
func control(r rune) bool { return unicode.IsControl(r) || plaintext.Noncharacter(r) }

// id reads a packet identifier, which is never 0 [MQTT-2.3.1-1].
func (f *fields) id() error {
	n, err := f.uint16("packet identifier")
	if err == nil && n == 0 {
		return wrong("the packet identifier of a %s is 0 [MQTT-2.3.1-1]", f.of)
	}
	return err
}

// end checks that nothing follows.
func (f *fields) end() error {
	if len(f.left) > 0 {
		return wrong("%s goes on for %d bytes after its end", f.of, len(f.left))
	}
	return nil
}
