//go:build !amd64

package vector

const wide = false

func rectified(bias *Row, rows []Row, list []uint16) int { return portableRectified(bias, rows, list) }

func update(sums *Row, rows []Row, removed, added []uint16) {
	portableUpdate(sums, rows, removed, added)
}

func add(sum *Floats, rows []Floats, list []uint16) { portableAdd(sum, rows, list) }

func addTo(rows []Floats, list []uint16, v *Floats) { portableAddTo(rows, list, v) }

func (a *Adam) step(weights, gradient, mean, variance []Floats) {
	a.portableStep(weights, gradient, mean, variance)
}
