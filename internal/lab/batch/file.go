package batch

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"thera/internal/safefile"
)

// Options are what the answers depend on, by name, in the words of the user; "" is
// none. Those of different commands have nothing else in common.
type Options map[string]string

// Command is the name of the option that says which question is asked.
const Command = "command"

// SetBool sets an option that is on, and leaves out one that is off.
func (o Options) SetBool(name string, on bool) {
	if on {
		o[name] = "on"
	}
}

// OptionsSuffix is added to the path of a file of answers for that of its options.
const OptionsSuffix = ".options"

// Continue is like Write, but appends the answers to a file, which need not exist yet,
// after those that are in it. What a killed process has written of a last line is cut
// off. A file with answers by other options, or to other positions than in begins with,
// is refused and not changed.
func (b Batch) Continue(ctx context.Context, in io.Reader, path string, opt Options) (count Count, err error) {
	title, err := json.Marshal(opt)
	if err != nil {
		return count, err
	}
	questions := newQuestions(b.Rules, in)
	journal, err := safefile.OpenJournal(path, safefile.JournalOptions{
		Title: string(title), TitleFile: path + OptionsSuffix, CheckTitle: opt.check,
	}, func(line []byte) error {
		failed, err := b.compare(questions, line)
		count.add(failed)
		return errors.Join(ctx.Err(), err)
	})
	if err != nil {
		return Count{}, err
	}
	count.Resumed = count.Answers
	count, err = b.run(ctx, questions, count, journal.Append)
	return count, errors.Join(err, journal.Close())
}

// check compares the options with those of a file of answers.
func (o Options) check(title string) error {
	var there Options
	if err := json.Unmarshal([]byte(title), &there); err != nil {
		return fmt.Errorf("%.60q: want the options of a batch", title)
	}
	if there[Command] != o[Command] {
		return fmt.Errorf("the answers there are by %s: want those of %s, or a new file", there[Command], o[Command])
	}
	all := maps.Clone(o)
	maps.Copy(all, there)
	var different []string
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if there[name] != o[name] {
			different = append(different, fmt.Sprintf("%s %s instead of %s", name, cmp.Or(there[name], "none"), cmp.Or(o[name], "none")))
		}
	}
	if different != nil {
		return fmt.Errorf("the answers there are by %s: want the same options, or a new file", strings.Join(different, ", "))
	}
	return nil
}

// compare reads the next question, which a line of an earlier run has to answer. It
// reports whether the answer is an error.
func (b Batch) compare(in *questions, line []byte) (failed bool, err error) {
	var there struct {
		ID       string `json:"id"`
		Game     string `json:"game"`
		Position string `json:"position"`
		Error    string `json:"error"`
	}
	if err := json.Unmarshal(line, &there); err != nil {
		return false, errors.New("want a line that was written by the same command") // the caller quotes it
	}
	q, err := in.next()
	if errors.Is(err, io.EOF) {
		return false, errors.New("there are no more positions: want those that the file answers")
	}
	if err != nil {
		return false, err
	}
	if there.Game != b.Rules.Name() || there.Position != q.position() || there.ID != q.ID {
		return false, fmt.Errorf("line %d of the positions is %s: want the one that the file answers here", q.Line, q)
	}
	return there.Error != "", nil
}
