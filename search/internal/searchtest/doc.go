// Package searchtest is the examiner that every search passes: what engines
// promise whatever their way to search, and results checked by trying all
// play.
package searchtest
