package storetest

import (
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"thera/game/gametest"
	"thera/internal/site/store"
)

// archiving returns the settings in deploy/postgres.conf with another folder.
func archiving(t *testing.T, folder string) (settings []string) {
	t.Helper()
	text := gametest.Must(t, os.ReadFile, "../../../../deploy/postgres.conf")
	for _, m := range regexp.MustCompile(`(?m)^(\w+) = (.*)$`).FindAllStringSubmatch(string(text), -1) {
		value := strings.ReplaceAll(strings.Trim(m[2], "'"), "/var/backups/postgres", folder)
		settings = append(settings, m[1]+"="+value)
	}
	if len(settings) != 3 {
		t.Fatalf("settings %q, want three", settings)
	}
	return settings
}

// TestArchivedAgain has the command of deploy/postgres.conf archive a file again, as Postgres
// may ask after a crash, and refuse another one of that name.
func TestArchivedAgain(t *testing.T) {
	folder := t.TempDir()
	source, archived := filepath.Join(t.TempDir(), "source"), filepath.Join(folder, "segment")
	archive := func(text string) error {
		t.Helper()
		if err := os.WriteFile(source, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, setting := range archiving(t, folder) {
			if command, ok := strings.CutPrefix(setting, "archive_command="); ok {
				return exec.Command("sh", "-c", strings.NewReplacer("%p", source, "%f", "segment").Replace(command)).Run()
			}
		}
		t.Fatal("no command")
		return nil
	}
	for range 2 {
		if err := archive("one"); err != nil {
			t.Error(err)
		}
	}
	if archive("another") == nil {
		t.Error("another file with the same name is archived")
	}
	if text, err := os.ReadFile(archived); err != nil || string(text) != "one" {
		t.Errorf("%q, %v", text, err)
	}
}

// as runs a program as the user of the server.
func (s *postgresServer) as(t *testing.T, program string, args ...string) {
	t.Helper()
	command := exec.Command(program, args...)
	command.Dir = s.folder
	if like := s.command().SysProcAttr; like != nil {
		command.SysProcAttr = &syscall.SysProcAttr{Credential: like.Credential}
	}
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%s %q: %v\n%s", program, args, err, out)
	}
}

func (s *postgresServer) query(t *testing.T, statement string) (result string) {
	t.Helper()
	db, err := sql.Open("pgx", s.address("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close() //nolint:errcheck // only read
	if err := db.QueryRow(statement).Scan(&result); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
	return result
}

// awaitTrue waits until a statement gives true.
func (s *postgresServer) awaitTrue(t *testing.T, statement string) {
	t.Helper()
	Until(t, statement, func() bool { return s.query(t, statement) == "true" })
}

// write opens the store and adds an act to its audit log.
func write(t *testing.T, address, what string) {
	t.Helper()
	s, err := store.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.AddAct(t.Context(), store.Act{ID: what, Act: what}); err != nil {
		t.Error(err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// TestPointInTimeRecovery brings a store back as it was before a mistake, by the settings
// and steps in docs/run/deploy.md: from a copy of the database and the archived log.
func TestPointInTimeRecovery(t *testing.T) {
	archive, err := os.MkdirTemp("/tmp", "archive")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(archive) })
	server, err := startPostgres(archiving(t, archive)...)
	if err != nil {
		leaveOut(t, err)
	}
	t.Cleanup(server.stop)
	initdb, _, err := find()
	if err == nil {
		initdb, err = filepath.EvalSymlinks(initdb)
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(archive, 0o777); err != nil { //nolint:gosec // the server writes it as another user
		t.Fatal(err)
	}
	address, base, data := server.address("postgres"), filepath.Join(archive, "base"), filepath.Join(server.folder, "data")

	write(t, address, "before the copy")
	programs := filepath.Dir(initdb)
	server.as(t, filepath.Join(programs, "pg_basebackup"), "--pgdata", base, "--checkpoint=fast", "--host", server.folder, "--username=postgres")
	write(t, address, "after the copy")
	moment := server.query(t, `SELECT clock_timestamp()::text`)
	write(t, address, "the mistake")
	segment := server.query(t, `SELECT pg_walfile_name(pg_switch_wal())`)
	server.awaitTrue(t, fmt.Sprintf(`SELECT coalesce(last_archived_wal >= '%s', false) FROM pg_stat_archiver`, segment))
	server.as(t, "sh", "-c", `cd "$1" && "$2" . $(ls *.backup | tail -n 2 | head -n 1)`, "sh", archive, filepath.Join(programs, "pg_archivecleanup"))

	server.end(syscall.SIGQUIT)
	recovery := fmt.Sprintf("restore_command = 'cp %s/%%f %%p'\nrecovery_target_time = '%s'\nrecovery_target_action = 'promote'\n", archive, moment)
	server.as(t, "sh", "-c", `mv "$1" "$1-lost" && cp -a "$2" "$1" && printf %s "$3" >> "$1/postgresql.auto.conf" && touch "$1/recovery.signal"`,
		"sh", data, base, recovery)
	if err := server.start(); err != nil {
		t.Fatal(err)
	}
	server.awaitTrue(t, `SELECT NOT pg_is_in_recovery()`)

	s := Open(t, address)
	acts, err := s.Acts(t.Context(), 0, 10)
	if err != nil {
		t.Fatal(err)
	}
	var kept []string
	for _, act := range acts {
		kept = append(kept, act.Act)
	}
	slices.Sort(kept)
	if want := []string{"after the copy", "before the copy"}; !slices.Equal(kept, want) {
		t.Errorf("recovered %q, want %q", kept, want)
	}
}
