//go:build unix && !linux

package child

// fionread is FIONREAD of all Unixes but Linux. Package unix does not have it.
const fionread = 0x4004667f
