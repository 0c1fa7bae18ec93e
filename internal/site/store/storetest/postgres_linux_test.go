package storetest

import (
	"os"
	"testing"
	"time"
)

// TestSweep wants folders to go whose tests were killed, and no others.
func TestSweep(t *testing.T) {
	made := func(age time.Duration) string {
		folder, err := os.MkdirTemp("/tmp", folderPrefix)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = os.RemoveAll(folder) })
		if err := os.Chtimes(folder, time.Time{}, time.Now().Add(-age)); err != nil {
			t.Fatal(err)
		}
		return folder
	}
	left, young, used := made(2*time.Hour), made(0), made(2*time.Hour)
	lock, err := lockFolder(used)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = lock.Close() }()
	sweep()
	for folder, stays := range map[string]bool{left: false, young: true, used: true} {
		if _, err := os.Stat(folder); (err == nil) != stays {
			t.Errorf("%s, of %s: stays %t, want %t", folder, map[string]string{left: "a killed test", young: "a new one", used: "a running one"}[folder], err == nil, stays)
		}
	}
}
