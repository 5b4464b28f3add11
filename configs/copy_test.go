package configs_test

import (
	"strings"
	"testing"

	"touchmove/configs"
)

// A place for the second copy is accepted or refused.
func TestCopy(t *testing.T) {
	for _, c := range []struct{ text, want, fault string }{
		{`copy = "/media/usb/chess"`, "/media/usb/chess", ""},
		{"copy = \"https://s3.example.org/chess/hall/\"\ncopy_key = \"K\"\ncopy_secret_env = \"S\"", "https://s3.example.org/chess/hall us-east-1", ""},
		{"copy = \"https://s3.example.org/chess\"\ncopy_key = \"K\"\ncopy_secret_env = \"S\"\ncopy_region = \"eu\"", "https://s3.example.org/chess eu", ""},
		{`copy = "https://s3.example.org/chess"`, "", "needs an access key"},
		{`copy = "https://s3.example.org"`, "", "neither an S3 address"},
		{`copy = "ftp://s3.example.org/chess"`, "", "neither an S3 address"},
		{"copy = \"https://h/b\"\ncopy_key = \"K\"\ncopy_secret_env = \"S\"\ncopy_secret_file = \"f\"", "", "both a file and an environment variable"},
		{`copy_key = "K"`, "", "there is no copy"},
		{`copy_ca = "ca.pem"`, "", "there is no copy"},
		{`copy = "tls://nats.example.org:4222/chess/hall/"`, "tls://nats.example.org:4222/chess/hall", ""},
		{"copy = \"tls://a,b:4223/chess\"\ncopy_credentials_file = \"hall.creds\"\ncopy_ca = \"ca.pem\"", "tls://a,b:4223/chess", ""},
		{"copy = \"nats://127.0.0.1:4222/chess\"\ncopy_key = \"K\"\ncopy_secret_env = \"S\"", "nats://127.0.0.1:4222/chess", ""},
		{"copy = \"nats://hall:4222/chess\"\ncopy_key = \"K\"\ncopy_secret_env = \"S\"", "", "the password would cross the network unencrypted to nats://hall:4222"},
		{"copy = \"tls://hall/chess\"\ncopy_key = \"K\"", "", "needs a password"},
		{"copy = \"tls://hall/chess\"\ncopy_secret_env = \"S\"", "", "needs a password"},
		{"copy = \"tls://hall/chess\"\ncopy_region = \"eu\"", "", "has none"},
		{"copy = \"tls://hall/chess\"\ncopy_credentials_file = \"f\"\ncopy_key = \"K\"\ncopy_secret_env = \"S\"", "", "both credentials and a password"},
		{`copy = "nats://hall:4222"`, "", "is not a NATS JetStream address"},
		{`copy = "nats://hall:4222/a.b"`, "", "is not a NATS JetStream address"},
		{`copy = "nats://user:pass@hall/chess"`, "", "without user and password"},
		{"copy = \"https://h/b\"\ncopy_key = \"K\"\ncopy_secret_env = \"S\"\ncopy_ca = \"ca.pem\"", "", "only for a NATS JetStream"},
		{`copy = "STATE/copy"`, "", "is in the state directory"},
	} {
		state := t.TempDir()
		text := "state = \"" + state + "\"\n[journal]\n" + strings.ReplaceAll(c.text, "STATE", state) + "\n[[board]]\nid = \"b\"\nwiring = { driver = \"simulated\" }\n"
		got, faults := configs.Parse("touchmove.toml", []byte(text))
		switch {
		case c.fault != "":
			if !faults.Broken() || !strings.Contains(faults.Error(), c.fault) {
				t.Errorf("%s\n%v, want a fault with %q", c.text, faults, c.fault)
			}
		case faults.Broken():
			t.Errorf("%s\n%v", c.text, faults)
		default:
			to := got.Journal.Copy
			if is := strings.TrimSpace(to.Dir + to.URL + " " + to.Region); is != c.want {
				t.Errorf("%s\ngoes to %q, want %q", c.text, is, c.want)
			}
		}
	}
}

// A directory of journals whose path leaves no room for their names, or with a name that no file system
// takes, is refused with its length.
func TestLongDirectories(t *testing.T) {
	deep := func(n int) string { return strings.Repeat("/d", n/2) }
	for _, c := range []struct{ path, fault string }{
		{deep(3582), ""}, {deep(3584), "the path has 3584 bytes"}, {deep(4000), "the path has 4000 bytes"}, {deep(9000), "the path has 9000 bytes"},
		{"/var/" + strings.Repeat("n", 255), ""}, {"/var/" + strings.Repeat("n", 256) + "/x", "a name in the path has 256 bytes"}, {"/" + strings.Repeat("é", 130), "a name in the path has 260 bytes"},
	} {
		for key, text := range map[string]string{"state": "state = \"" + c.path + "\"\n", "copy": "[journal]\ncopy = \"" + c.path + "\"\n"} {
			_, faults := configs.Parse("touchmove.toml", []byte(text+"[[board]]\nid = \"b\"\nwiring = { driver = \"simulated\" }\n"))
			switch {
			case c.fault == "" && faults.Broken():
				t.Errorf("%s, %d bytes: %v", key, len(c.path), faults)
			case c.fault != "" && (!faults.Broken() || !strings.Contains(faults.Error(), key+": "+c.fault)):
				t.Errorf("%s, %d bytes: %v, want %q", key, len(c.path), faults, c.fault)
			}
		}
	}
}

// Every file name can be recovered from its subject, whatever characters it has.
func TestNATSSubjects(t *testing.T) {
	place, err := configs.ParseNATS("tls://hall/chess/hall 7/x.y")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"open/hall-7/20261121t182200123z.jsonl": "touchmove-copy.chess.hall%207.x%2Ey.open.hall-7.20261121t182200123z%2Ejsonl",
		"config/a b*>.%2E.toml":                 "touchmove-copy.chess.hall%207.x%2Ey.config.a%20b%2A%3E%2E%252E%2Etoml",
	} {
		subject := place.Subject(name)
		if back, ours := place.Name(subject); subject != want || back != name || !ours {
			t.Errorf("%s has the subject %s, which is of %s; want %s", name, subject, back, want)
		}
	}
	for _, other := range []string{"touchmove-copy.chess.other.a", "touchmove-copy.chess.hall%207.x%2Ey.a%zz"} {
		if name, ours := place.Name(other); ours {
			t.Errorf("%s is of %s", other, name)
		}
	}
	if place.Subjects() != "touchmove-copy.chess.>" {
		t.Errorf("the stream takes %s", place.Subjects())
	}
}
