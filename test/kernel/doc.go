// Package kernel tests touchmove on a real kernel. Its test boots Debian's own kernel,
// unchanged, in QEMU, with an initramfs that contains only the program and this
// package's test binary, which is also the machine's init. In the machine, simulated
// bridges (package cp2112) give the kernel an I2C bus and GPIO lines whose chips are
// register-accurate twins. The program reads them through /dev/i2c-N and /dev/gpiochipN
// with its real drivers while simulated hands play.
//
// The machine's clock counts instructions: its seconds pass as fast as this computer
// can calculate them, and a slow or busy computer changes nothing that can be seen
// inside. `make test-kernel` runs it; README.md describes how it works and what to do
// when it fails.
package kernel
