package picture

import "thera/internal/picture/look"

// players are the colors of pieces by seat.
var players = [4]look.Color{0x3f78b5ff, 0xd9772bff, 0x5b9a46ff, 0xa45aa8ff}

const (
	ink   look.Color = 0x1c1a18ff
	white look.Color = 0xffffffff
)
