package santorini

import (
	"errors"
	"fmt"
	"strings"

	"thera/game"
)

// Power is what a god allows a seat beyond the rules of the base game.
//
// rules/santorini.md 5.1
type Power uint8

// The ten simple powers of the rule book, and none.
const (
	Mortal     Power = iota // none
	Apollo                  // moves onto a rival's square and sends the rival to the one it left
	Artemis                 // may step twice
	Athena                  // after it goes up, no rival may on its next turn
	Atlas                   // may build a dome on any level
	Demeter                 // may build on two squares
	Hephaestus              // may build two blocks on one square
	Hermes                  // both workers may walk any distance on their level
	Minotaur                // pushes rivals straight on
	Pan                     // also wins by moving down two levels
	Prometheus              // may build before it moves, if it does not go up
	numPowers
)

// powerBits is the number of bits for a seat's power in a position.
const powerBits = 4

var powerNames = [numPowers]string{
	"mortal", "apollo", "artemis", "athena", "atlas", "demeter", "hephaestus", "hermes", "minotaur", "pan", "prometheus",
}

var powerRules = [numPowers]string{
	"has no power",
	"may go onto a rival's square, and the rival to the one just left",
	"may step twice, but not back",
	"keeps rivals from going up after she has gone up",
	"may build a dome on any level",
	"may build on two squares",
	"may build two blocks on one square",
	"may walk with both workers, or none, where they need not go up or down",
	"may push a rival straight on",
	"also wins by moving down two levels",
	"may build before he moves too, if he does not go up",
}

// Rule returns what a seat with this power may do, as a phrase that follows its name:
// "may step twice, but not back".
func (w Power) Rule() string { return powerRules[w] }

// String returns the name as in texts, in lower case.
func (w Power) String() string { return powerNames[w] }

// Powers returns all powers, [Mortal] first.
func Powers() []Power {
	all := make([]Power, numPowers)
	for i := range all {
		all[i] = Power(i)
	}
	return all
}

// ParsePower reads a name. The error lists the known ones.
func ParsePower(name string) (Power, error) {
	for i, known := range powerNames {
		if known == name {
			return Power(i), nil
		}
	}
	return Mortal, fmt.Errorf("power %q: want one of %s", name, strings.Join(powerNames[:], ", "))
}

// parsePowers reads the powers of the seats, and ^ after Athena.
func (p *Position) parsePowers(text string) error {
	names := strings.Split(text, ",")
	if len(names) != int(p.seats) {
		return fmt.Errorf("%d powers: want %d, one for each seat, as in athena,pan", len(names), p.seats)
	}
	for i, name := range names {
		name, up := strings.CutSuffix(name, "^")
		power, err := ParsePower(name)
		switch {
		case err != nil:
			return err
		case up && power != Athena:
			return fmt.Errorf("%s^: want ^ after athena alone, after whose going up no rival may", name)
		case up:
			p.marks |= uint8(game.Only(game.Seat(i)))
		}
		p.setPower(game.Seat(i), power)
	}
	return nil
}

// checkRisen refuses ^ if that seat cannot have gone up. The ban lasts until it is that
// seat's turn again, so ^ on the seat to move has no meaning and is dropped.
func (p *Position) checkRisen() error {
	switch {
	case p.risen()&^p.in != 0:
		return errors.New("want no ^ at a seat that is out")
	case p.risen() != 0 && p.waiting() != 0:
		return errors.New("want no ^ before all have placed their workers")
	}
	p.marks &^= uint8(game.Only(p.turn))
	return nil
}

// Power returns the power of a seat from 0 to 3.
func (p *Position) Power(seat game.Seat) Power { return p.powerCode(seat) % numPowers }

// powerCode returns the four bits for a seat's power.
func (p *Position) powerCode(seat game.Seat) Power {
	return Power(p.powers >> (powerBits * seat) & (1<<powerBits - 1))
}

// setPower gives a seat a power.
func (p *Position) setPower(seat game.Seat, power Power) {
	if power == Mortal && p.IsTeams() {
		power = numPowers
	}
	p.powers &^= (1<<powerBits - 1) << (powerBits * seat)
	p.powers |= uint16(power) << (powerBits * seat)
}

// IsBase reports whether the base game is played: no seat has a power, and there are no
// teams.
func (p *Position) IsBase() bool { return p.powers == 0 }

// risen returns the seats after whose move no rival may go up.
func (p *Position) risen() game.Seats { return game.Seats(p.marks) & (1<<maxSeats - 1) }

// IsGrounded reports whether no worker of the seat to move may go up this turn, because
// a rival with Athena's power went up on its last.
//
// rules/santorini.md 4.3, 6.3
func (p *Position) IsGrounded() bool { return p.risen()&^p.team(p.turn) != 0 }

// hasPowers reports whether any seat has a power.
func (p *Position) hasPowers() bool {
	for seat := range game.Seat(p.seats) {
		if p.Power(seat) != Mortal {
			return true
		}
	}
	return false
}

// powerTexts returns the powers of the seats as in the position's text.
func (p *Position) powerTexts() (names []string) {
	for seat := range game.Seat(p.seats) {
		name := p.Power(seat).String()
		if p.risen().Has(seat) {
			name += "^"
		}
		names = append(names, name)
	}
	return names
}
