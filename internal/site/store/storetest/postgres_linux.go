package storetest

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"
)

type postgresServer struct {
	folder  string
	lock    *os.File // of the folder, until this process ends
	command func() *exec.Cmd
	process *exec.Cmd
	ended   chan struct{} // closed when the process has
}

// startPostgres creates a cluster and starts it. Postgres refuses to run as
// root, so root runs it as the user postgres. Settings have the form name=value.
func startPostgres(settings ...string) (*postgresServer, error) {
	initdb, postgres, err := find()
	if err != nil {
		return nil, err
	}
	sweep()
	folder, err := os.MkdirTemp("/tmp", folderPrefix) // the path of a socket must be short
	if err != nil {
		return nil, err
	}
	lock, err := lockFolder(folder)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(folder))
	}
	s := &postgresServer{folder: folder, lock: lock}
	attributes := &syscall.SysProcAttr{Pdeathsig: syscall.SIGQUIT}
	if os.Getuid() == 0 {
		who, err := credential()
		if err == nil {
			err = os.Chown(folder, int(who.Uid), int(who.Gid))
		}
		if err != nil {
			return nil, errors.Join(err, os.RemoveAll(folder))
		}
		attributes.Credential = who
	}
	data := filepath.Join(folder, "data")
	create := exec.Command(initdb, "--no-sync", "--auth=trust", "--username=postgres", "--encoding=UTF8", "--locale=C", "--pgdata="+data)
	create.Dir, create.SysProcAttr = folder, attributes
	if out, err := create.CombinedOutput(); err != nil {
		return nil, errors.Join(fmt.Errorf("initdb: %w: %s", err, out), os.RemoveAll(folder))
	}
	s.command = func() *exec.Cmd {
		command := exec.Command(postgres, "-D", data, "-k", folder, "-c", "listen_addresses=", "-c", "max_connections=100")
		for _, setting := range settings {
			command.Args = append(command.Args, "-c", setting)
		}
		command.Dir, command.SysProcAttr = folder, attributes
		return command
	}
	if err := s.start(); err != nil {
		return nil, errors.Join(err, os.RemoveAll(folder))
	}
	return s, nil
}

// folderPrefix is how the names of the folders of clusters begin.
const folderPrefix = "thera-pg"

// sweep removes the clusters that killed tests have left. The lock of a folder ends with
// the process that holds it; a young one may not be locked yet.
func sweep() {
	all, _ := filepath.Glob("/tmp/" + folderPrefix + "*")
	for _, folder := range all {
		if info, err := os.Lstat(folder); err != nil || !info.IsDir() || time.Since(info.ModTime()) < time.Hour {
			continue
		}
		if lock, err := lockFolder(folder); err == nil {
			_ = os.RemoveAll(folder)
			_ = lock.Close()
		}
	}
}

// lockFolder locks a folder until the file that it returns is closed.
func lockFolder(folder string) (*os.File, error) {
	lock, err := os.Open(folder)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	return lock, nil
}

func (s *postgresServer) start() error {
	var output bytes.Buffer
	s.process = s.command()
	s.process.Stdout, s.process.Stderr = &output, &output
	if err := s.process.Start(); err != nil {
		return err
	}
	s.ended = make(chan struct{})
	go func() {
		_ = s.process.Wait()
		close(s.ended)
	}()
	for range 1200 { // two minutes
		if s.exec("SELECT 1") == nil {
			return nil
		}
		select {
		case <-s.ended:
			return fmt.Errorf("postgres does not start: %s", output.String())
		case <-time.After(100 * time.Millisecond):
		}
	}
	s.end(syscall.SIGKILL)
	return fmt.Errorf("postgres does not answer: %s", output.String())
}

// restart kills the server and starts it again. The new one refuses to start
// while processes of the old one are left, so it retries.
func (s *postgresServer) restart() error {
	s.end(syscall.SIGKILL)
	var err error
	for range 50 {
		if err = s.start(); err == nil {
			return nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return err
}

func (s *postgresServer) end(signal syscall.Signal) {
	_ = s.process.Process.Signal(signal)
	<-s.ended
}

func find() (initdb, postgres string, err error) {
	if found, err := exec.LookPath("initdb"); err == nil {
		return found, filepath.Join(filepath.Dir(found), "postgres"), nil
	}
	folders, err := filepath.Glob("/usr/lib/postgresql/*/bin")
	if err != nil || len(folders) == 0 {
		return "", "", fmt.Errorf(`%w, no initdb: install Debian's package "postgresql"`, errMissing)
	}
	newest := slices.MaxFunc(folders, func(a, b string) int { return version(a) - version(b) })
	return filepath.Join(newest, "initdb"), filepath.Join(newest, "postgres"), nil
}

func version(folder string) int {
	n, _ := strconv.Atoi(strings.Split(folder, "/")[4])
	return n
}

func credential() (*syscall.Credential, error) {
	who, err := user.Lookup("postgres")
	if err != nil {
		return nil, err
	}
	uid, err := strconv.ParseUint(who.Uid, 10, 32)
	if err != nil {
		return nil, err
	}
	gid, err := strconv.ParseUint(who.Gid, 10, 32)
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, err
}

func (s *postgresServer) address(database string) string {
	return "postgres:///" + database + "?host=" + s.folder + "&user=postgres"
}

// create copies a database to which nobody is connected.
func (s *postgresServer) create(database, template string) error {
	return s.exec("CREATE DATABASE " + database + " TEMPLATE " + template)
}

func (s *postgresServer) exec(statement string) error {
	db, err := sql.Open("pgx", s.address("postgres"))
	if err != nil {
		return err
	}
	defer db.Close()
	_, err = db.Exec(statement)
	return err
}

func (s *postgresServer) stop() {
	s.end(syscall.SIGQUIT)
	_ = os.RemoveAll(s.folder)
	_ = s.lock.Close()
}
