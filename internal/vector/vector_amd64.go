package vector

import "golang.org/x/sys/cpu"

// wide reports whether the processor works on 32 bytes at a time.
var wide = cpu.X86.HasAVX2

func rectified(bias *Row, rows []Row, list []uint16) int {
	if wide {
		return int(wideRectified(bias, &rows[0], &list[0], len(list)))
	}
	return portableRectified(bias, rows, list)
}

func update(sums *Row, rows []Row, removed, added []uint16) {
	if wide {
		wideUpdate(sums, &rows[0], removed, added)
	} else {
		portableUpdate(sums, rows, removed, added)
	}
}

func add(sum *Floats, rows []Floats, list []uint16) {
	if wide {
		wideAdd(sum, &rows[0], &list[0], len(list))
	} else {
		portableAdd(sum, rows, list)
	}
}

func addTo(rows []Floats, list []uint16, v *Floats) {
	if wide {
		wideAddTo(&rows[0], &list[0], len(list), v)
	} else {
		portableAddTo(rows, list, v)
	}
}

func (a *Adam) step(weights, gradient, mean, variance []Floats) {
	if wide {
		wideStep(a, &weights[0], &gradient[0], &mean[0], &variance[0], len(weights))
	} else {
		a.portableStep(weights, gradient, mean, variance)
	}
}

// The functions below are in vector_amd64.s and need AVX2. Rows must not be empty, nor
// lists, except those of wideUpdate.

//go:noescape
func wideRectified(bias, rows *Row, list *uint16, n int) int32

//go:noescape
func wideUpdate(sums, rows *Row, removed, added []uint16)

//go:noescape
func wideAdd(sum, rows *Floats, list *uint16, n int)

//go:noescape
func wideAddTo(rows *Floats, list *uint16, n int, v *Floats)

//go:noescape
func wideStep(a *Adam, weights, gradient, mean, variance *Floats, n int)
