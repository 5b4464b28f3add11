package main

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// process measures the program itself: its size, how soon it begins to scan, and its
// resources with one board and with 32.
func process(length time.Duration) error {
	dir, err := os.MkdirTemp("", "bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	binary := filepath.Join(dir, "touchmove")
	pi, err := build(filepath.Join(dir, "armv6"), "GOOS=linux", "GOARCH=arm", "GOARM=6")
	if err != nil {
		return err
	}
	here, err := build(binary)
	if err != nil {
		return err
	}
	fmt.Printf("program   %.1f MB stripped for ARMv6 (aim: at most 20), %.1f MB for this machine\n", float64(pi)/1e6, float64(here)/1e6)
	for _, boards := range []int{1, 32} {
		if err := oneProcess(dir, binary, boards, length); err != nil {
			return err
		}
	}
	return nil
}

// build builds the program as a release does, with more environment, and returns its size in bytes.
func build(to string, environment ...string) (int64, error) {
	flags, err := exec.Command("packaging/flags").Output()
	if err != nil {
		return 0, fmt.Errorf("packaging/flags: %w", err)
	}
	run := exec.Command("go", append(append([]string{"build"}, strings.Fields(string(flags))...), "-ldflags=-s -w", "-o", to, "./cmd/touchmove")...)
	run.Env = append(append(os.Environ(), "CGO_ENABLED=0"), environment...)
	if out, err := run.CombinedOutput(); err != nil {
		return 0, fmt.Errorf("%w: %s", err, out)
	}
	info, err := os.Stat(to)
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

func oneProcess(dir, binary string, boards int, length time.Duration) error {
	config := filepath.Join(dir, fmt.Sprintf("hall-%d.toml", boards))
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	status := l.Addr().String()
	l.Close()
	var text strings.Builder
	fmt.Fprintf(&text, "state = \"state-%d\"\n[mqtt]\nlisten = \"127.0.0.1:0\"\nwebsocket = \"127.0.0.1:0\"\n[screen]\nlisten = \"\"\n[metrics]\nlisten = %q\n", boards, status)
	for i := range boards {
		fmt.Fprintf(&text, "[[board]]\nid = \"board-%d\"\nwiring = { driver = \"simulated\", seed = %d }\n", i, i)
	}
	if err := os.WriteFile(config, []byte(text.String()), 0o644); err != nil {
		return err
	}
	var starts []time.Duration
	for range 5 {
		took, cmd, err := startProcess(dir, binary, config)
		if err != nil {
			return err
		}
		starts = append(starts, took)
		cmd.Process.Signal(syscall.SIGTERM)
		cmd.Wait()
	}
	_, cmd, err := startProcess(dir, binary, config)
	if err != nil {
		return err
	}
	defer func() { cmd.Process.Signal(syscall.SIGTERM); cmd.Wait() }()
	time.Sleep(3 * time.Second)
	before, err := cpu(cmd.Process.Pid)
	if err != nil {
		return err
	}
	time.Sleep(length)
	after, err := cpu(cmd.Process.Pid)
	if err != nil {
		return err
	}
	rss, err := resident(cmd.Process.Pid)
	if err != nil {
		return err
	}
	fmt.Printf("boards %2d  start to the first scan of all: %s; memory %.1f MB; %.1f %% of a core at 200 scans a second each\n",
		boards, spread(starts), float64(rss)/1e6, 100*(after-before).Seconds()/length.Seconds())
	return pages(boards, status)
}

// startProcess starts a daemon and returns how long it took until it reported that it
// is ready.
func startProcess(dir, binary, config string) (time.Duration, *exec.Cmd, error) {
	path := filepath.Join(dir, "notify")
	os.Remove(path)
	c, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: path, Net: "unixgram"})
	if err != nil {
		return 0, nil, err
	}
	defer c.Close()
	cmd := exec.Command(binary, "run", "--plain", "--config", config)
	cmd.Env = append(os.Environ(), "NOTIFY_SOCKET="+path)
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	began := time.Now()
	if err := cmd.Start(); err != nil {
		return 0, nil, err
	}
	buf := make([]byte, 4096)
	c.SetReadDeadline(time.Now().Add(30 * time.Second))
	for {
		n, err := c.Read(buf)
		if err != nil {
			cmd.Process.Kill()
			cmd.Wait()
			return 0, nil, fmt.Errorf("it was never ready: %w", err)
		}
		if string(buf[:n]) == "READY=1" {
			return time.Since(began), cmd, nil
		}
	}
}

// cpu returns the processor time of a process (proc(5), fields 14 and 15 of stat, in
// hundredths of a second).
func cpu(pid int) (time.Duration, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, err
	}
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	user, err := strconv.ParseInt(fields[11], 10, 64)
	if err != nil {
		return 0, err
	}
	system, err := strconv.ParseInt(fields[12], 10, 64)
	return time.Duration(user+system) * 10 * time.Millisecond, err
}

// resident returns a process's memory in bytes.
func resident(pid int) (int64, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, err
	}
	for _, line := range strings.Split(string(text), "\n") {
		if rest, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			kb, err := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
			return kb << 10, err
		}
	}
	return 0, fmt.Errorf("no VmRSS of %d", pid)
}
