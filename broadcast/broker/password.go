package broker

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"fmt"
	"strings"
	"sync"

	"golang.org/x/crypto/bcrypt"
)

// maxBcryptCost limits the time of a login: 13 takes about a second on a Raspberry Pi 4.
const maxBcryptCost = 13

// password is a user's password, in plain text, or as a bcrypt or argon2id hash.
type password struct {
	plain []byte
	hash  []byte      // bcrypt, as made by `htpasswd -B`; nil if it is not used
	argon *argon2Hash // nil if it is not used

	// A keyed sum of the last correct password avoids hashing it again: after a restart,
	// all screens and consoles reconnect at the same time.
	mu    sync.Mutex
	key   [32]byte
	right []byte
}

// newPassword parses a configured password. One that begins like a hash is a hash.
func newPassword(configured string) (*password, error) {
	p := &password{plain: []byte(configured)}
	rand.Read(p.key[:])
	if strings.HasPrefix(configured, "$argon2") {
		var err error
		p.plain = nil
		p.argon, err = parseArgon2(configured)
		return p, err
	}
	if !strings.HasPrefix(configured, "$2") || strings.Count(configured, "$") != 3 {
		return p, nil
	}
	cost, err := bcrypt.Cost([]byte(configured))
	if err != nil {
		return nil, fmt.Errorf("the password begins like a bcrypt hash but is not one: %w: make one with `htpasswd -nbB NAME PASSWORD`, and write what follows the colon", err)
	}
	if cost > maxBcryptCost {
		return nil, fmt.Errorf("the bcrypt hash has the cost %d, so that every login takes seconds: make one of %d or less", cost, maxBcryptCost)
	}
	p.plain, p.hash = nil, []byte(configured)
	return p, nil
}

// matches reports whether this is the password.
func (p *password) matches(given []byte) bool {
	right, known := p.isKnown(given)
	return known && right || !known && p.hashes(given)
}

// isKnown reports whether this is the password, if that is known without hashing it.
func (p *password) isKnown(given []byte) (right, known bool) {
	if len(given) == 0 {
		return false, true
	}
	if p.hash == nil && p.argon == nil {
		return subtle.ConstantTimeCompare(given, p.plain) == 1, true
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	right = p.right != nil && hmac.Equal(p.sum(given), p.right)
	return right, right
}

func (p *password) sum(given []byte) []byte {
	sum := hmac.New(sha256.New, p.key[:])
	sum.Write(given) // never fails
	return sum.Sum(nil)
}

// hashes reports whether this is the password, by hashing it.
func (p *password) hashes(given []byte) bool {
	if !(p.argon != nil && p.argon.matches(given) || p.hash != nil && bcrypt.CompareHashAndPassword(p.hash, given) == nil) {
		return false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.right = p.sum(given)
	return true
}
