//go:build js

package catalog

import "thera/santorini/eval"

// Give takes the file that comes after the program in browsers: the network of
// Santorini. An error says what is wrong with it.
func Give(file []byte) error { return eval.Give(file) }
