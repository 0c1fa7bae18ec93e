package whole

import (
	"encoding/base64"
	"fmt"

	"thera/internal/catalog"
	"thera/internal/lab/explorer"
	"thera/internal/ui/browser"
)

// Located says where an explorer file has a position.
type Located struct {
	Key string `json:"key" doc:"16 hexadecimal digits, of which the first bits say in which block it is"`
}

func locate(p browser.PositionParams) (Located, error) {
	entry, pos, err := p.Find(catalog.Games())
	if err != nil {
		return Located{}, err
	}
	return Located{explorer.KeyOf(entry, pos).String()}, nil
}

// ExploreParams ask what a block of an explorer file says about a position.
type ExploreParams struct {
	browser.PositionParams
	Block string `json:"block" doc:"The bytes in base 64"`
	Sum   int    `json:"sum" doc:"Checksum of the block, from the file's index"`
}

func explore(p ExploreParams) (explorer.Choices, error) {
	entry, pos, err := p.Find(catalog.Games())
	if err != nil {
		return explorer.Choices{}, err
	}
	block, err := base64.StdEncoding.DecodeString(p.Block)
	if err != nil {
		return explorer.Choices{}, fmt.Errorf("block: %w", err)
	}
	return explorer.FindIn(block, uint32(p.Sum), entry, pos)
}
