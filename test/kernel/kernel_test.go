//go:build linux

package kernel

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// modules are the modules that the machine loads, in this order. The rest is built into
// Debian's kernel.
var modules = []string{"i2c-dev", "hid", "uhid", "hid-cp2112"}

// diskModules are the further modules that a machine with a disk loads, in this order.
var diskModules = []string{
	"virtio_ring", "virtio", "virtio_pci_legacy_dev", "virtio_pci_modern_dev", "virtio_pci", "virtio_blk",
	"crc16", "crc32c_generic", "mbcache", "jbd2", "ext4",
}

// cache is the folder for the kernel and its modules, by release.
const cache = "../../build/kernel"

// kernel is one of Debian's kernels.
type kernel struct {
	release string // such as "6.1.0-9-amd64"
	dir     string
	image   string // what QEMU boots
}

// findKernel returns the newest kernel that apt offers, from the cache or downloaded
// into it; without apt, one that is in the cache.
func findKernel(ctx context.Context, logf func(string, ...any)) (kernel, error) {
	release, err := newest(ctx)
	if err != nil { // a fresh system has no package lists yet
		if _, updating := exec.CommandContext(ctx, "apt-get", "-q", "update").CombinedOutput(); updating == nil {
			release, err = newest(ctx)
		}
	}
	if err == nil {
		if k, err := unpacked(release); err == nil {
			return k, nil
		}
		if err = download(ctx, release, logf); err == nil {
			return unpacked(release)
		}
	}
	dirs, _ := filepath.Glob(filepath.Join(cache, "*-amd64"))
	for _, dir := range dirs {
		if k, found := unpacked(filepath.Base(dir)); found == nil {
			logf("%v: an earlier one is used", err)
			return k, nil
		}
	}
	return kernel{}, err
}

// newest asks apt for the current release of the package linux-image-amd64.
func newest(ctx context.Context) (string, error) {
	if _, err := exec.LookPath("apt-cache"); err != nil {
		return "", errors.New("Debian's kernel comes by apt, and this system has none")
	}
	out, err := exec.CommandContext(ctx, "apt-cache", "depends", "linux-image-amd64").Output()
	for _, line := range strings.Split(string(out), "\n") {
		if _, release, ok := strings.Cut(line, "Depends: linux-image-"); ok {
			return strings.TrimSpace(release), nil
		}
	}
	return "", fmt.Errorf("apt knows no package linux-image-amd64 (%v): apt-get update", err)
}

// download fetches and unpacks a kernel. If a mirror fails, it updates the lists and
// tries again, as the package may just have been replaced.
func download(ctx context.Context, release string, logf func(string, ...any)) error {
	for _, program := range []string{"apt-get", "dpkg-deb"} {
		if _, err := exec.LookPath(program); err != nil {
			return fmt.Errorf("Debian's kernel cannot be fetched: there is no %s", program)
		}
	}
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return err
	}
	dir, err := os.MkdirTemp(cache, "download-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	for try := range 3 {
		if try > 0 {
			logf("download: %v: trying again", err)
			select {
			case <-time.After(time.Duration(try) * 5 * time.Second):
			case <-ctx.Done():
				return ctx.Err()
			}
			if out, err := exec.CommandContext(ctx, "apt-get", "-q", "update").CombinedOutput(); err != nil {
				logf("apt-get update: %v\n%s", err, out)
			}
		}
		if err = fetch(ctx, dir, release); err == nil {
			break
		}
	}
	if err != nil {
		return fmt.Errorf("Debian's kernel %s cannot be fetched: %w", release, err)
	}
	packages, err := filepath.Glob(filepath.Join(dir, "*.deb"))
	if err != nil || len(packages) != 1 {
		return fmt.Errorf("%d packages came down, %v", len(packages), err)
	}
	whole, kept := filepath.Join(dir, "whole"), filepath.Join(dir, "kept")
	if out, err := exec.CommandContext(ctx, "dpkg-deb", "-x", packages[0], whole).CombinedOutput(); err != nil {
		return fmt.Errorf("dpkg-deb: %w: %s", err, out)
	}
	if err := keep(whole, kept, release); err != nil {
		return err
	}
	// Only a complete kernel gets this name.
	to := filepath.Join(cache, release)
	if err := os.RemoveAll(to); err != nil { // an incomplete one
		return err
	}
	return os.Rename(kept, to)
}

// keep copies what the machine needs from an unpacked package: a hundredth of it.
func keep(whole, kept, release string) error {
	if err := os.Mkdir(kept, 0o755); err != nil {
		return err
	}
	image, err := os.ReadFile(filepath.Join(whole, "boot", "vmlinuz-"+release))
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(kept, "vmlinuz"), image, 0o644); err != nil {
		return err
	}
	for _, name := range slices.Concat(modules, diskModules) {
		text, err := module(whole, name)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(kept, name+".ko"), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// module finds a module in an unpacked package. If Debian has compressed it, it is
// decompressed, as the kernel needs it that way.
func module(whole, name string) ([]byte, error) {
	var found string
	for _, root := range []string{"lib/modules", "usr/lib/modules"} {
		err := filepath.WalkDir(filepath.Join(whole, root), func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && (d.Name() == name+".ko" || d.Name() == name+".ko.xz") {
				found = path
				return fs.SkipAll
			}
			return nil // a directory that does not exist has no modules
		})
		if err != nil {
			return nil, err
		}
	}
	switch {
	case found == "":
		return nil, fmt.Errorf("the kernel's package has no module %s", name)
	case strings.HasSuffix(found, ".xz"):
		return exec.Command("xz", "-dc", found).Output()
	}
	return os.ReadFile(found)
}

func fetch(ctx context.Context, dir, release string) error {
	cmd := exec.CommandContext(ctx, "apt-get", "-q", "-o", "Acquire::Retries=3", "download", "linux-image-"+release)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("apt-get download: %w: %s", err, strings.TrimSpace(string(out)))
	}
	return nil
}

// unpacked returns a kernel of the cache; the error says that it is not there.
func unpacked(release string) (kernel, error) {
	k := kernel{release: release, dir: filepath.Join(cache, release)}
	k.image = filepath.Join(k.dir, "vmlinuz")
	files := []string{k.image}
	for _, name := range slices.Concat(modules, diskModules) {
		files = append(files, k.module(name))
	}
	for _, path := range files {
		if _, err := os.Stat(path); err != nil {
			return k, err
		}
	}
	return k, nil
}

// module returns the path of a module.
func (k kernel) module(name string) string { return filepath.Join(k.dir, name+".ko") }
