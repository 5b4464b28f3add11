package broker

import (
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"golang.org/x/crypto/argon2"
)

// The largest parameters of an argon2id hash that a small computer can afford.
const (
	maxArgonMemory = 64 << 10 // KiB
	maxArgonTime   = 8        // passes
	maxArgonLanes  = 8
)

// argon2Hash is a password hashed by Argon2id (RFC 9106).
type argon2Hash struct {
	time, memory uint32 // passes, KiB
	lanes        uint8
	salt, sum    []byte
}

// parseArgon2 parses a hash as the reference implementation writes it:
// $argon2id$v=19$m=19456,t=2,p=1$SALT$HASH, both in base64 without padding.
func parseArgon2(text string) (*argon2Hash, error) {
	const how = "make one with `argon2 SALT -id -k 19456 -t 2 -p 1 -e`"
	parts := strings.Split(text, "$")
	if len(parts) != 6 || parts[1] != "argon2id" || parts[2] != "v=19" {
		return nil, errors.New("the password begins like an argon2 hash but is not argon2id, version 19: " + how)
	}
	var h argon2Hash
	if n, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &h.memory, &h.time, &h.lanes); err != nil || n != 3 {
		return nil, fmt.Errorf("the argon2id hash has %q instead of the parameters m=,t=,p=: %s", parts[3], how)
	}
	if h.memory == 0 || h.memory > maxArgonMemory || h.time == 0 || h.time > maxArgonTime || h.lanes == 0 || h.lanes > maxArgonLanes {
		return nil, fmt.Errorf("the argon2id hash asks for %s: at most m=%d (KiB), t=%d, p=%d, or a login costs the boards too much: %s", parts[3], maxArgonMemory, maxArgonTime, maxArgonLanes, how)
	}
	var err error
	if h.salt, err = base64.RawStdEncoding.DecodeString(parts[4]); err == nil {
		h.sum, err = base64.RawStdEncoding.DecodeString(parts[5])
	}
	if err != nil || len(h.salt) < 8 || len(h.sum) < 16 || len(h.sum) > 64 {
		return nil, errors.New("the argon2id hash must have a salt of at least 8 bytes and a sum of 16 to 64 bytes, both in base64 without padding: " + how)
	}
	return &h, nil
}

func (h *argon2Hash) matches(given []byte) bool {
	sum := argon2.IDKey(given, h.salt, h.time, h.memory, h.lanes, uint32(len(h.sum)))
	return subtle.ConstantTimeCompare(sum, h.sum) == 1
}
