package configs

import (
	"fmt"
	"slices"
	"strings"

	"touchmove/internal/strict"
	"touchmove/internal/topic"
)

func (k *checker) users(raw []userTable, m *MQTT) {
	seen := map[string]bool{}
	for i, u := range raw {
		path := "mqtt.user" + strict.Index(i)
		if u.Name == "" {
			k.Fault(path+".name", "user: no name", `write name = "arbiter-1"`)
		} else if len(u.Name) > 64 || strings.Trim(u.Name, letters+"0123456789.-_@") != "" {
			k.Fault(path+".name", fmt.Sprintf("user: %q cannot be a name", u.Name), "write 1 to 64 letters, digits and . - _ @")
		}
		if seen[u.Name] {
			k.Fault(path+".name", fmt.Sprintf("user: %s is there twice", u.Name), "give each user a name of their own")
		}
		seen[u.Name] = true
		role := k.Choice(path+".role", "role", u.Role, roles)
		secret := k.secret(path, u.PasswordFile, u.PasswordEnv)
		if secret.IsZero() {
			k.Fault(path+".password_file", fmt.Sprintf("user: %s has no password", u.Name), `write password_file = "FILE" or password_env = "VARIABLE"`)
		}
		known := User{Name: u.Name, Role: Role(max(0, role)), Password: secret, Boards: u.Boards, Side: u.Side}
		k.speaksFor(path, &known)
		m.Users = append(m.Users, known)
	}
}

// usersBoards reports users of a board that does not exist.
func (k *checker) usersBoards(c *Config) {
	for i, u := range c.MQTT.Users {
		for _, id := range u.Boards {
			if topic.IsLevel(id) && !k.hasSpoiltID(c) && !slices.ContainsFunc(c.Boards, func(b Board) bool { return b.ID == id }) {
				k.Fault("mqtt.user"+strict.Index(i)+".boards", fmt.Sprintf("user: there is no board %s", id), "write the id of a [[board]]")
			}
		}
	}
}

// speaksFor checks for which boards, and for which player, a user may speak.
func (k *checker) speaksFor(path string, u *User) {
	if u.Boards != nil && u.Role != Assistant && u.Role != Seat {
		k.Fault(path+".boards", fmt.Sprintf("user: the role %s applies to all boards", u.Role), `remove boards, or write role = "assistant"`)
	}
	if u.Role == Seat && len(u.Boards) != 1 {
		k.Fault(path+".boards", "user: a player's device belongs to one board", `write boards = ["hall-7"]`)
	}
	if u.Role == Seat && u.Side != "white" && u.Side != "black" && !k.Spoilt(path+".side") {
		k.Fault(path, "user: a player's device speaks for one player", `write side = "white" or side = "black"`)
	}
	if u.Role != Seat && u.Side != "" {
		k.Fault(path+".side", fmt.Sprintf("user: the role %s has no side", u.Role), `remove side, or write role = "player"`)
	}
	for _, id := range u.Boards {
		if !topic.IsLevel(id) {
			k.Fault(path+".boards", fmt.Sprintf("user: %q cannot be a board", id), "write the id of a [[board]], as hall-7")
		}
	}
}
