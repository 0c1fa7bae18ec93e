//go:build js

package catalog

import "thera/santorini/eval"

// Give loads the file that browsers fetch after the program: the network of
// Santorini. An error says what is wrong with it.
func Give(file []byte) error { return eval.Give(file) }
