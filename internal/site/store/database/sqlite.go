//go:build !lint

package database

// The linter leaves the driver out: it is C translated to Go, and takes longer to
// analyze than everything else.
import _ "modernc.org/sqlite"
