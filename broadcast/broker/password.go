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

// maxBcryptCost bounds the time of a login: at 13 it is about a second on a Raspberry Pi 4.
const maxBcryptCost = 13

// password is a user's, in plain, or as a bcrypt or an argon2id hash.
type password struct {
	plain []byte
	hash  []byte      // bcrypt, as `htpasswd -B` makes it; nil is none
	argon *argon2Hash // nil is none

	// The last password that was right is known again without hashing it anew, by a keyed
	// sum: screens and consoles come back all at once after a restart of theirs.
	mu    sync.Mutex
	key   [32]byte
	right []byte
}

// newPassword reads a password as it is configured. One that begins as a bcrypt hash does
// is a hash.
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
		return nil, fmt.Errorf("the password begins like a bcrypt hash and is not one: %w: make one with `htpasswd -nbB NAME PASSWORD`, and write what follows the colon", err)
	}
	if cost > maxBcryptCost {
		return nil, fmt.Errorf("the bcrypt hash has the cost %d, so that every login takes seconds: make one of %d or less", cost, maxBcryptCost)
	}
	p.plain, p.hash = nil, []byte(configured)
	return p, nil
}

// matches reports whether this is the password.
func (p *password) matches(given []byte) bool {
	if len(given) == 0 {
		return false
	}
	if p.hash == nil && p.argon == nil {
		return subtle.ConstantTimeCompare(given, p.plain) == 1
	}
	p.mu.Lock() // and one guess at a user's password at a time
	defer p.mu.Unlock()
	sum := hmac.New(sha256.New, p.key[:])
	sum.Write(given) // it never fails
	now := sum.Sum(nil)
	if p.right != nil && hmac.Equal(now, p.right) {
		return true
	}
	right := p.argon != nil && p.argon.matches(given) || p.hash != nil && bcrypt.CompareHashAndPassword(p.hash, given) == nil
	if !right {
		return false
	}
	p.right = now
	return true
}
