//go:build !linux

package solve

// adviseHugePages does nothing where it is not known how to ask for them.
func adviseHugePages([]uint64) {}
