package safefile_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"thera/internal/safefile"
)

func TestReplace(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "file")
	full := errors.New("full")
	for _, test := range []struct {
		text string
		err  error
		want string
	}{{"old", nil, "old"}, {"half", full, "old"}, {"new", nil, "new"}} {
		err := safefile.Replace(name, func(w io.Writer) error {
			_, err := io.WriteString(w, test.text)
			return errors.Join(err, test.err)
		})
		got, readErr := os.ReadFile(name)
		if !errors.Is(err, test.err) || readErr != nil || string(got) != test.want {
			t.Errorf("%+v: %q, %v, %v", test, got, err, readErr)
		}
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
	isNew := func(beginning []byte) bool { return string(beginning) == "new" }
	other, empty := filepath.Join(t.TempDir(), "other"), filepath.Join(t.TempDir(), "empty")
	if err := errors.Join(os.WriteFile(other, []byte("other"), 0o600), os.WriteFile(empty, nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	none := filepath.Join(dir, "no", "such")
	if err := safefile.Replace(none, nil); !errors.Is(err, os.ErrNotExist) || err.Error() != "open "+none+": no such file or directory" {
		t.Errorf("in a folder that is not there: %v", err)
	}
	for of, want := range map[string]string{
		name:       "",
		name + "2": "",
		none:       "open " + none + ": no such file or directory",
		dir:        "write " + dir + ": is a directory",
		other:      other + ": the file has something else in it: want another file",
		empty:      "",
	} {
		if err := safefile.Replaceable(of, isNew); (err == nil) != (want == "") || err != nil && err.Error() != want {
			t.Errorf("replaceable: %v, want %q", err, want)
		}
	}
	if text, err := os.ReadFile(name); err != nil || string(text) != "new" {
		t.Errorf("after the question whether it is replaceable: %q, %v", text, err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("left behind by the question: %v, %v", entries, err)
	}
	if err := safefile.Replace(dir, func(io.Writer) error { return nil }); err == nil || err.Error() != "write "+dir+": is a directory" {
		t.Errorf("a folder: %v", err)
	}
}

// TestReplaceRemovesLeftovers has temporary files of killed processes, of one that may be
// writing, and files with similar names.
func TestReplaceRemovesLeftovers(t *testing.T) {
	dir := t.TempDir()
	longAgo := time.Now().Add(-2 * time.Hour)
	for name, written := range map[string]time.Time{
		".file.1.tmp": longAgo, ".file.23.tmp": longAgo, ".file.4.tmp": time.Now(), ".file.x.tmp": longAgo,
		".file.5": longAgo, ".files.6.tmp": longAgo, ".other.7.tmp": longAgo, "1.tmp": longAgo,
	} {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.WriteFile(path, nil, 0o600), os.Chtimes(path, written, written)); err != nil {
			t.Fatal(err)
		}
	}
	if err := safefile.Replace(filepath.Join(dir, "file"), hello); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var left []string
	for _, e := range entries {
		left = append(left, e.Name())
	}
	want := []string{".file.4.tmp", ".file.5", ".file.x.tmp", ".files.6.tmp", ".other.7.tmp", "1.tmp", "file"}
	if !slices.Equal(left, want) {
		t.Errorf("left are %q, want %q", left, want)
	}
}

func hello(w io.Writer) error {
	_, err := io.WriteString(w, "hello")
	return err
}

// TestFileStays checks that what leads to a file, and what a file may do, is as
// before when the file is another one.
func TestFileStays(t *testing.T) {
	dir := t.TempDir()
	name, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	if err := errors.Join(os.WriteFile(name, nil, 0o600), os.Symlink("file", link), safefile.Replace(link, hello)); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(name)
	if err != nil || string(text) != "hello" {
		t.Errorf("the file behind a link: %q, %v", text, err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode().IsRegular() {
		t.Errorf("the link is replaced: %v, %v", info, err)
	}
	if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("permissions: %v, %v", info, err)
	}
}

// TestReplaceBehindLink has links to files that don't exist yet, one of them through a folder
// that is itself a link.
func TestReplaceBehindLink(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := errors.Join(
		os.MkdirAll("disk/games", 0o700), os.Symlink("disk/games", "folder"),
		os.Symlink("disk/a", "link"), os.Symlink("link", "second"), os.Symlink("../b", "disk/games/up"),
	); err != nil {
		t.Fatal(err)
	}
	for link, file := range map[string]string{"second": "disk/a", "folder/up": "disk/b"} {
		if err := safefile.Replace(link, hello); err != nil {
			t.Error(err)
		}
		if info, err := os.Lstat(link); err != nil || info.Mode().IsRegular() {
			t.Errorf("the link %s is replaced: %v, %v", link, info, err)
		}
		if text, err := os.ReadFile(file); err != nil || string(text) != "hello" {
			t.Errorf("%s behind %s: %q, %v", file, link, text, err)
		}
	}
}

// TestReplaceTwice replaces a file while it is being replaced.
func TestReplaceTwice(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	err := safefile.Replace(name, func(w io.Writer) error {
		_, err := io.WriteString(w, "the ")
		err = errors.Join(err, safefile.Replace(name, hello))
		if text, readErr := os.ReadFile(name); readErr != nil || string(text) != "hello" {
			t.Errorf("the file of the first to end: %q, %v", text, readErr)
		}
		_, err2 := io.WriteString(w, "second")
		return errors.Join(err, err2)
	})
	if text, readErr := os.ReadFile(name); err != nil || readErr != nil || string(text) != "the second" {
		t.Errorf("the file of the second: %q, %v, %v", text, readErr, err)
	}
}

// TestFileDash wants no file with the name that stands for the standard streams elsewhere.
func TestFileDash(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := safefile.Replace("-", hello); err == nil || err.Error() != "write -: want the name of a file" {
		t.Error(err)
	}
	if _, _, err := open("-", safefile.JournalOptions{Title: "title"}); err == nil || err.Error() != "open -: want the name of a file" {
		t.Error(err)
	}
	if err := safefile.Replace("./-", hello); err != nil {
		t.Error(err)
	}
	isOther := func([]byte) bool { return false }
	if err := safefile.Replaceable("-", isOther); err == nil || err.Error() != "write -: want the name of a file" {
		t.Error(err)
	}
}

// TestFileStream checks that what can't be replaced is written to, and stays.
func TestFileStream(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("devices are Linux's")
	}
	if err := safefile.Replace("/dev/full", hello); !errors.Is(err, syscall.ENOSPC) || strings.Contains(err.Error(), ".tmp") {
		t.Errorf("a full device: %v", err)
	}
	if info, err := os.Stat("/dev/full"); err != nil || info.Mode().IsRegular() {
		t.Errorf("the device is %v, %v", info, err)
	}
	name := filepath.Join(t.TempDir(), "file")
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := io.WriteString(file, "said: "); err != nil {
		t.Fatal(err)
	}
	if err := safefile.Replace(fmt.Sprintf("/proc/self/fd/%d", file.Fd()), hello); err != nil {
		t.Errorf("an open file: %v", err)
	}
	if text, err := os.ReadFile(name); err != nil || string(text) != "said: hello" {
		t.Errorf("an open file has %q, %v", text, err)
	}
}
