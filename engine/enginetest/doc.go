// Package enginetest has what tests of engines share. For both ends of the engine
// protocol: [Stub] is an engine with fixed answers, [Program] an engine program in this
// process, and [Filtered] gives a program faults. For searches: [TestEngine] tests what
// every search must promise, whatever its method, [TestSolver] what every solver must, and
// [BruteForce] computes exact results to compare with.
//
// It does not import package ugi, whose tests use it from inside.
package enginetest
