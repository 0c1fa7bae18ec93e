package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-containerregistry/pkg/v1/layout"
)

var dist = flag.String("dist", "", "examine the artifacts in this `FOLDER`")

// made is a release with a program that is none, to see how it is packed.
func made(t *testing.T) (*release, string) {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "thera")
	if err := os.WriteFile(binary, []byte("no program"), 0o755); err != nil {
		t.Fatal(err)
	}
	return &release{root: "../..", out: t.TempDir(), version: "v1.2.0-rc.1", commit: "c0ffee", at: time.Unix(1_700_000_000, 0).UTC()}, binary
}

// Two releases of the same are the same.
func TestPackedTwice(t *testing.T) {
	var all [2]string
	for i := range all {
		r, binary := made(t)
		completions := map[string]string{}
		for _, shell := range shells {
			completions[shell] = binary
		}
		for _, target := range targets {
			if err := r.archive(target, binary); err != nil {
				t.Fatal(err)
			}
		}
		linux := targets[0]
		if err := errors.Join(r.debian(linux, binary, completions), r.image(linux, binary), writeSums(r.out)); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(filepath.Join(r.out, sums))
		if err != nil {
			t.Fatal(err)
		}
		all[i] = string(text)
		if i == 0 {
			time.Sleep(1100 * time.Millisecond) // files have whole seconds
		}
	}
	if all[0] != all[1] || strings.Count(all[0], "\n") != 6+2 || !strings.Contains(all[0], "thera_1.2.0~rc.1_amd64.deb") {
		t.Errorf("%s\nand then\n%s", all[0], all[1])
	}
}

// artifact returns the file of a release in -dist whose name ends so.
func artifact(t *testing.T, suffix string) string {
	t.Helper()
	if *dist == "" {
		t.Skip("no -dist to examine")
	}
	files, err := filepath.Glob(filepath.Join(*dist, "*"+suffix))
	if err != nil || len(files) != 1 {
		t.Fatalf("%s: %q, %v", suffix, files, err)
	}
	return files[0]
}

// here skips a test of what runs elsewhere.
func here(t *testing.T) {
	t.Helper()
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("the artifact does not run here")
	}
}

// says runs a program, and holds what it says of itself against the artifact's
// name.
func says(t *testing.T, name string, cmd *exec.Cmd) {
	t.Helper()
	var said struct{ Version, Commit, Date, Platform string }
	out, err := cmd.CombinedOutput()
	if err == nil {
		err = json.Unmarshal(out, &said)
	}
	if err != nil {
		t.Fatalf("%s: %v: %s", cmd, err, out)
	}
	_, err = time.Parse(time.RFC3339, said.Date)
	if err != nil || len(said.Commit) != 40 || said.Platform != "linux/amd64" || !strings.Contains(name, strings.TrimPrefix(said.Version, "v")) && !strings.Contains(name, ".deb") {
		t.Errorf("%s: %s, %v", name, out, err)
	}
}

func run(t *testing.T, name string, args ...string) {
	t.Helper()
	if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v: %s", name, err, out)
	}
}

func TestSums(t *testing.T) {
	text, err := os.ReadFile(artifact(t, sums))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for line := range strings.Lines(string(text)) {
		sum, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		content, err := os.ReadFile(filepath.Join(*dist, name))
		if err != nil || fmt.Sprintf("%x", sha256.Sum256(content)) != sum {
			t.Errorf("%s: wrong sum, %v", name, err)
		}
		names = append(names, name)
	}
	wheels, err := filepath.Glob(filepath.Join(*dist, "*.whl"))
	if err != nil || len(wheels) != 0 && len(wheels) != 2 {
		t.Errorf("wheels %q, %v", wheels, err)
	}
	if len(names) != len(targets)+2+2+len(wheels) || !slices.IsSorted(names) {
		t.Errorf("%q", names)
	}
}

func TestArchive(t *testing.T) {
	name := artifact(t, "_linux_amd64.tar.gz")
	here(t)
	folder := t.TempDir()
	run(t, "tar", "-xzf", name, "-C", folder, "--strip-components=1")
	says(t, name, exec.Command(filepath.Join(folder, "thera"), "version", "--json"))
}

func TestDebian(t *testing.T) {
	name := artifact(t, "_amd64.deb")
	here(t)
	if _, err := exec.LookPath("dpkg-deb"); err != nil {
		t.Skip("no dpkg-deb")
	}
	root := t.TempDir()
	run(t, "dpkg-deb", "-x", name, root)
	says(t, name, exec.Command(filepath.Join(root, "usr/bin/thera"), "version", "--json"))
	for _, example := range []string{"Caddyfile", "nginx.conf", "postgres.conf"} {
		if _, err := os.Stat(filepath.Join(root, "usr/share/doc/thera/examples", example)); err != nil {
			t.Error(err)
		}
	}
	if _, err := exec.LookPath("systemd-analyze"); err != nil {
		t.Skip("no systemd-analyze")
	}
	units, err := filepath.Glob(filepath.Join(root, "usr/lib/systemd/system/*.service"))
	if err != nil || len(units) != 3 {
		t.Fatalf("%q, %v", units, err)
	}
	for _, unit := range units {
		// As if the program were installed.
		text, err := os.ReadFile(unit)
		if err != nil {
			t.Fatal(err)
		}
		text = bytes.ReplaceAll(text, []byte("/usr/bin/thera"), []byte(filepath.Join(root, "usr/bin/thera")))
		if err := os.WriteFile(unit, text, 0o644); err != nil {
			t.Fatal(err)
		}
		run(t, "systemd-analyze", "verify", "--man=no", unit)
	}
}

// The wheel has the program of the release, and the library it is named after.
func TestWheel(t *testing.T) {
	if wheels, err := filepath.Glob(filepath.Join(*dist, "*.whl")); *dist == "" || err == nil && len(wheels) == 0 {
		t.Skip("no wheels to examine")
	}
	name := artifact(t, "_x86_64.whl")
	here(t)
	wheel, err := zip.OpenReader(name)
	if err != nil {
		t.Fatal(err)
	}
	defer wheel.Close() //nolint:errcheck // of what was only read
	folder := t.TempDir()
	if err := os.CopyFS(folder, wheel); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(folder, "thera/bin/thera")
	if err := os.Chmod(program, 0o755); err != nil {
		t.Fatal(err)
	}
	says(t, ".deb", exec.Command(program, "version", "--json")) // Python writes versions in its own way
	library, err := os.Stat(filepath.Join(folder, "thera/lib/libthera.so"))
	if err == nil != !strings.Contains(name, "musllinux") {
		t.Errorf("%s: library %v, %v", name, library, err)
	}
}

// The image is unpacked as a container would have it, and the program is run in
// it, by root alone.
func TestImage(t *testing.T) {
	name := artifact(t, "_linux_amd64_image.tar")
	here(t)
	folder, root := t.TempDir(), t.TempDir()
	run(t, "tar", "-xf", name, "-C", folder)
	index, err := layout.ImageIndexFromPath(folder)
	if err != nil {
		t.Fatal(err)
	}
	manifest, err := index.IndexManifest()
	if err != nil || len(manifest.Manifests) != 1 {
		t.Fatalf("%v, %v", manifest, err)
	}
	image, err := index.Image(manifest.Manifests[0].Digest)
	if err != nil {
		t.Fatal(err)
	}
	config, err := image.ConfigFile()
	if err != nil || config.Architecture != "amd64" || config.Config.User != "65532:65532" || len(config.RootFS.DiffIDs) != 1 {
		t.Fatalf("%+v, %v", config, err)
	}
	layers, err := image.Layers()
	if err != nil {
		t.Fatal(err)
	}
	packed, err := layers[0].Compressed()
	if err != nil {
		t.Fatal(err)
	}
	extract(t, packed, root)
	if text, err := os.ReadFile(filepath.Join(root, "etc/ssl/certs/ca-certificates.crt")); err != nil || bytes.Count(text, []byte("BEGIN CERTIFICATE")) < 100 {
		t.Errorf("%d bytes of certificates, %v", len(text), err)
	}
	if os.Getuid() != 0 {
		t.Skip("only root can run it there")
	}
	says(t, name, exec.Command("chroot", append([]string{"--userspec=65532:65532", root, config.Config.Entrypoint[0]}, "version", "--json")...))
}

// extract unpacks a layer.
func extract(t *testing.T, packed io.Reader, root string) {
	t.Helper()
	if err := os.Chmod(root, 0o755); err != nil {
		t.Fatal(err)
	}
	unpacked, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	for archive := tar.NewReader(unpacked); ; {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(root, filepath.FromSlash(header.Name))
		if header.Typeflag == tar.TypeDir {
			err = os.Mkdir(path, header.FileInfo().Mode().Perm())
		} else if err = create(path, func(w io.Writer) error { _, err := io.Copy(w, archive); return err }); err == nil {
			err = os.Chmod(path, header.FileInfo().Mode().Perm())
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}
