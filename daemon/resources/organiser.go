package resources

import (
	"fmt"

	"touchmove/configs"
	"touchmove/internal/regularfile"
	"touchmove/screen"
)

// longestLogo is how long the file of a logo may be, in bytes: a longer one is refused with
// its limit (screen.Organiser.SetLogo).
const longestLogo = 16 << 20

// OrganiserOf reads the organiser's logo. The error names the file.
func OrganiserOf(c configs.Organiser) (screen.Organiser, error) {
	o := screen.Organiser{Name: c.Name, Accent: c.Accent, On: c.OnAccent()}
	if c.Logo == "" {
		return o, nil
	}
	text, err := regularfile.Read(c.Logo, longestLogo)
	if err != nil {
		return o, fmt.Errorf("organiser.logo: %w", err)
	}
	if err := o.SetLogo(text); err != nil {
		return o, fmt.Errorf("organiser.logo: %s: %w", c.Logo, err)
	}
	return o, nil
}
