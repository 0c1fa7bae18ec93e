package vector

func rectifiedShort(bias *Short, p *Patterns, t Tiles) int {
	if wide {
		return int(wideShort(bias, p, t.Lower, t.Upper))
	}
	return portableShort(bias, p, t)
}

// wideShort is in short_amd64.s and needs AVX2.
//
//go:noescape
func wideShort(bias *Short, p *Patterns, lower, upper *[128]uint8) int32
