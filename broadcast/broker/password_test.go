package broker

import (
	"strings"
	"testing"

	"golang.org/x/crypto/bcrypt"
)

// A password in plain text or as a hash matches itself and nothing else.
func TestPassword(t *testing.T) {
	hash, err := bcrypt.GenerateFromPassword([]byte("right"), bcrypt.MinCost)
	if err != nil {
		t.Fatal(err)
	}
	const htpasswd = "$2y$05$FDg93xOW8NVShBWBjJOjAOfJrTyeEfZZqEKVPxQuJiu9qEgPuY4IK" // as written by htpasswd
	for _, configured := range []string{"right", string(hash)} {
		p, err := newPassword(configured)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 { // the second time from the cache
			if !p.matches([]byte("right")) {
				t.Errorf("%s: the right password is refused", configured)
			}
		}
		for _, wrong := range []string{"", "wrong", "righ", "right ", configured + "x", string(hash)} {
			if p.matches([]byte(wrong)) {
				t.Errorf("%s: %q is taken", configured, wrong)
			}
		}
	}
	if p, err := newPassword(htpasswd); err != nil || p.hash == nil {
		t.Errorf("a hash of htpasswd is not taken for one: %v", err)
	}
	if p, err := newPassword("$2 a good password"); err != nil || !p.matches([]byte("$2 a good password")) {
		t.Errorf("a plain password that begins with $2 is not taken: %v", err)
	}
	for bad, says := range map[string]string{
		"$2y$05$short": "is not one",
		"$2b$31$abcdefghijklmnopqrstuuWq9g7w3ZAEc0uYWgEylW3e7bVa6oQmC": "cost 31",
	} {
		if _, err := newPassword(bad); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v does not say %q", bad, err, says)
		}
	}
	if p, _ := newPassword(""); p.matches(nil) || p.matches([]byte{}) {
		t.Error("no password lets somebody in")
	}
}
