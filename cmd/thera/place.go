package main

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
)

// defaultStore returns the default file of the store: thera.db in the folder that
// systemd gives a service, else thera/thera.db in the user's data folder.
func defaultStore() (string, error) {
	if dir := os.Getenv("STATE_DIRECTORY"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "thera.db"), nil
	}
	dir, err := dataDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "thera", "thera.db"), nil
}

// dataDir returns the user's folder for the data of programs.
func dataDir() (string, error) {
	switch runtime.GOOS {
	case "windows", "darwin":
		return os.UserConfigDir() // %AppData%, ~/Library/Application Support
	}
	if dir := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return dir, nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", errors.Join(err, errors.New("no folder for data: want --store"))
	}
	return filepath.Join(home, ".local", "share"), nil
}
