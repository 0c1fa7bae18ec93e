// Package searchtest tests what every engine that searches must promise,
// whatever its method, and compares results with brute force.
//
// It is a package of its own so that both searches pass the same tests.
package enginetest
