package picture

import "thera/internal/catalog"

const (
	ink   catalog.Color = 0x1c1a18ff
	white catalog.Color = 0xffffffff
)
