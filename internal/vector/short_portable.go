//go:build !amd64

package vector

func rectifiedShort(bias *Short, p *Patterns, t Tiles) int { return portableShort(bias, p, t) }
