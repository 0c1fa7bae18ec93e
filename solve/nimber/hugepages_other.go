//go:build !linux

package nimber

// adviseHugePages does nothing: there is no known way to ask for them here.
func adviseHugePages([]uint64) {}
