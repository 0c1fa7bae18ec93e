// Package enginetest has what tests of engines share. For both ends of the engine
// protocol: [Stub] is an engine with fixed answers, [Program] an engine program in this
// process, and [Filtered] gives a program faults. For searches: [TestEngine] tests what
// every search must promise, whatever its method, and [BruteForce] computes exact results
// to compare with.
//
// The tests inside package ugi use it; in ugitest, which imports ugi, it would be an
// import cycle.
package enginetest
