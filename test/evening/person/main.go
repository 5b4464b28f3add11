// Command person spends a first evening with touchmove in the machine of
// packaging/test-first-evening. A simulated chessboard with four TCA9555 is plugged in; the
// commands of the guide are typed as they are there; questions are answered by Enter alone; and
// simulated hands do on the board what calibration asks for, at the pace of a person.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"
)

func main() {
	guide := flag.String("guide", "", "`FILE` whose commands are typed")
	pace := flag.Float64("pace", 1, "times the pace of a person")
	deb := flag.String("package", "", "`FILE` of the package, which the guide calls ./touchmove_VERSION_arm64.deb")
	linger := flag.Duration("linger", 90*time.Second, "how `LONG` others may look on before the computer is switched off")
	flag.Parse()
	if err := evening(*guide, *deb, *pace); err != nil {
		fmt.Println("evening: FAILED:", err)
	} else {
		time.Sleep(*linger)
	}
	// The board stays plugged in: the kernel does not remove a bus that a daemon has open.
	if err := exec.Command("systemctl", "poweroff", "--force", "--force").Run(); err != nil {
		fmt.Println("evening: FAILED:", err)
	}
	select {}
}

// evening runs the whole evening, and reports the time that a person would need for it.
func evening(guide, deb string, pace float64) error {
	board, err := plugIn()
	if err != nil {
		return err
	}
	commands, err := commandsOf(guide)
	if err != nil {
		return err
	}
	p := &person{hands: &hands{board: board, pace: pace}}
	for _, command := range commands {
		fmt.Printf("evening: types %s\n", command)
		if err := p.types(strings.Replace(command, "./touchmove_VERSION_arm64.deb", deb, 1)); err != nil {
			return fmt.Errorf("%s: %w", command, err)
		}
	}
	fmt.Println("evening: the board plays")
	if err := p.hands.opening(); err != nil {
		return err
	}
	fmt.Printf("evening: %d questions, %d acts of a hand: %.1f minutes of a person's time\n", p.questions, p.hands.acts, p.took().Minutes())
	if p.took() > limit {
		return fmt.Errorf("a person needs %v, which is more than %v", p.took().Round(time.Second), limit)
	}
	return nil
}

// limit is how much of a person's time an evening may take. reading is the time to read a question
// or type a command.
const (
	limit   = 15 * time.Minute
	reading = 15 * time.Second
)

// person reads what commands print, answers, and moves pieces.
type person struct {
	hands     *hands
	questions int
}

// took returns how long a person would take for what was done.
func (p *person) took() time.Duration {
	return p.hands.spent + time.Duration(p.questions)*reading
}

// commandsOf returns the commands of the chapter "First evening": its fenced text.
func commandsOf(guide string) (commands []string, err error) {
	text, err := os.ReadFile(guide)
	if err != nil {
		return nil, err
	}
	_, chapter, found := strings.Cut(string(text), "\n## First evening\n")
	if !found {
		return nil, errors.New("the guide has no chapter “First evening”")
	}
	chapter, _, _ = strings.Cut(chapter, "\n## ")
	fenced := false
	for line := range strings.Lines(chapter) {
		switch line = strings.TrimSpace(line); {
		case strings.HasPrefix(line, "```"):
			fenced = !fenced
		case fenced && line != "":
			commands = append(commands, line)
		}
	}
	if len(commands) == 0 {
		return nil, errors.New("the guide has no commands")
	}
	return commands, nil
}

// types runs a command as it is in the guide, and does what it asks for until it ends. The person
// on this machine is root, and needs no sudo.
func (p *person) types(command string) error {
	p.questions++ // a line to read and to type
	cmd := exec.Command("/bin/sh", "-c", strings.TrimPrefix(command, "sudo "))
	cmd.Env = append(os.Environ(), "DEBIAN_FRONTEND=noninteractive", "LANG=C.UTF-8", "HOME=/root")
	keys, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, write := io.Pipe()
	cmd.Stdout, cmd.Stderr = write, write
	if err := cmd.Start(); err != nil {
		return err
	}
	stuck := time.AfterFunc(20*time.Minute, func() { _ = cmd.Process.Kill() })
	defer stuck.Stop()
	ended := make(chan error, 1)
	go func() { err := cmd.Wait(); write.Close(); ended <- err }()
	if err := p.follow(bufio.NewReader(out), keys); err != nil {
		return errors.Join(err, cmd.Process.Kill())
	}
	return <-ended
}

// follow reads the output to its end, and answers questions. A question is output that does not end
// its line.
func (p *person) follow(out *bufio.Reader, keys io.Writer) error {
	line := ""
	for {
		b, err := out.ReadByte()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if b != '\n' {
			if line += string(b); asks(line) && out.Buffered() == 0 {
				p.questions++
				fmt.Printf("  | %s(Enter)\n", line)
				line = ""
				if _, err := io.WriteString(keys, "\n"); err != nil {
					return err
				}
			}
			continue
		}
		fmt.Printf("  | %s\n", line)
		press, err := p.hands.do(line)
		if err != nil {
			return err
		}
		if press {
			if _, err := io.WriteString(keys, "\n"); err != nil {
				return err
			}
		}
		line = ""
	}
}

// asks reports whether setup waits for an answer: " > " below its keys, or the usual answer in brackets.
func asks(line string) bool {
	return line == " > " || strings.HasPrefix(line, "  ") && strings.HasSuffix(line, "] ") && strings.Contains(line, " [")
}
