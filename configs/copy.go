package configs

import (
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
)

// Copy says where a second copy of the journals is kept; the zero value means none.
type Copy struct {
	Dir string // a directory on another disk

	// Or a place in an S3-compatible store, or in a NATS JetStream.
	URL    string // https://HOST/BUCKET/PREFIX; nats:// or tls://HOST/STREAM/PREFIX
	Region string // of an S3 store
	Key    string // the access key's id, or the user's name
	Secret Secret // the secret of the key, or the user's password

	Credentials string // file with a NATS user's credentials (.creds); empty means none
	CA          string // certificates trusted for the NATS servers instead of the system's; empty is the system's
}

// IsZero reports whether no copy is wanted.
func (c Copy) IsZero() bool { return c.Dir == "" && c.URL == "" }

// copyTo checks where the second copy goes.
func (k *checker) copyTo(raw journalTable, c *Config) {
	to := &c.Journal.Copy
	if raw.Copy == "" {
		k.unwanted(map[string]string{"copy_region": raw.CopyRegion, "copy_key": raw.CopyKey, "copy_secret_file": raw.CopySecretFile, "copy_secret_env": raw.CopySecretEnv, "copy_credentials_file": raw.CopyCredentials, "copy_ca": raw.CopyCA},
			"there is no copy", `write copy = "https://HOST/BUCKET/PREFIX" beside it, or remove it`)
		return
	}
	if raw.CopySecretFile != "" && raw.CopySecretEnv != "" {
		k.Fault("journal.copy_secret_env", "copy_secret: both a file and an environment variable", "keep copy_secret_file or copy_secret_env")
	}
	if IsNATS(raw.Copy) {
		k.copyToNATS(raw, to)
		return
	}
	k.unwanted(map[string]string{"copy_credentials_file": raw.CopyCredentials, "copy_ca": raw.CopyCA},
		"it is only for a NATS JetStream", `write copy = "tls://HOST:4222/STREAM/PREFIX", or remove it`)
	if !strings.Contains(raw.Copy, "://") {
		to.Dir = k.path(raw.Copy)
		k.tree("journal.copy", to.Dir)
		if state, err := filepath.Abs(c.State); err == nil {
			if dir, err := filepath.Abs(to.Dir); err == nil && (dir == state || strings.HasPrefix(dir, state+string(filepath.Separator))) {
				k.Fault("journal.copy", fmt.Sprintf("copy: %s is in the state directory", to.Dir), "name a directory on another disk")
			}
		}
		return
	}
	u, err := url.Parse(raw.Copy)
	if err != nil || u.Host == "" || strings.Trim(u.Path, "/") == "" || u.User != nil || u.RawQuery != "" || u.Scheme != "https" && u.Scheme != "http" {
		k.Fault("journal.copy", fmt.Sprintf("copy: %q is neither an S3 address nor a NATS JetStream address", raw.Copy), `write copy = "https://HOST/BUCKET/PREFIX", "tls://HOST:4222/STREAM/PREFIX", or a directory`)
		return
	}
	*to = Copy{URL: strings.TrimRight(raw.Copy, "/"), Region: raw.CopyRegion, Key: raw.CopyKey}
	if to.Region == "" {
		to.Region = "us-east-1"
	}
	to.Secret = Secret{File: k.path(raw.CopySecretFile), Env: raw.CopySecretEnv}
	if to.Key == "" || to.Secret.IsZero() {
		k.Fault("journal.copy", "copy: an S3 store needs an access key", "write copy_key, and copy_secret_file or copy_secret_env")
	}
}

// unwanted reports the keys that have a value although they have no use here.
func (k *checker) unwanted(values map[string]string, why, remedy string) {
	for key, is := range values {
		if is != "" {
			k.Fault("journal."+key, key+": "+why, remedy)
		}
	}
}
