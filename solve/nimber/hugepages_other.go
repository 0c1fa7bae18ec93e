//go:build !linux

package nimber

// adviseHugePages does nothing where it is not known how to ask for them.
func adviseHugePages([]uint64) {}
