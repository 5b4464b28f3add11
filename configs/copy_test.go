package configs_test

import (
	"strings"
	"testing"

	"touchmove/configs"
)

// What a configuration says of the second copy, and what it may not say.
func TestCopy(t *testing.T) {
	for _, c := range []struct{ text, want, fault string }{
		{`copy = "/media/usb/chess"`, "/media/usb/chess", ""},
		{"copy = \"https://s3.example.org/chess/hall/\"\ncopy_key = \"K\"\ncopy_secret_env = \"S\"", "https://s3.example.org/chess/hall us-east-1", ""},
		{"copy = \"https://s3.example.org/chess\"\ncopy_key = \"K\"\ncopy_secret_env = \"S\"\ncopy_region = \"eu\"", "https://s3.example.org/chess eu", ""},
		{`copy = "https://s3.example.org/chess"`, "", "needs an access key"},
		{`copy = "https://s3.example.org"`, "", "no place in an S3 store"},
		{`copy = "ftp://s3.example.org/chess"`, "", "no place in an S3 store"},
		{"copy = \"https://h/b\"\ncopy_key = \"K\"\ncopy_secret_env = \"S\"\ncopy_secret_file = \"f\"", "", "both a file and an environment variable"},
		{`copy_key = "K"`, "", "there is no copy"},
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
