// Package kernel tries touchmove on a real kernel. Its test boots Debian's
// own kernel, unchanged, in QEMU, with an initramfs that holds nothing but the
// program and this package's test binary, which is also the machine's init. In
// there, bridges that do not exist (package cp2112) give the kernel an I2C bus
// and GPIO lines whose chips are register-accurate twins; the program reads
// them through /dev/i2c-N and /dev/gpiochipN with its real drivers while
// simulated hands play.
//
// The machine counts instructions for its clock: its seconds pass as quickly as
// this computer can calculate them, and a slow or busy computer changes nothing
// that is seen inside. `make test-kernel` runs it; README.md says how
// it works and what to do when it fails.
package kernel
