package picture

import "thera/internal/picture/look"

const (
	ink   look.Color = 0x1c1a18ff
	white look.Color = 0xffffffff
)
