package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"k8s.io/component-base/version"
)

const testdata = "../../testdata/"

// The header of a manifest contains the expected answers of the server, each with its first minor version, and the level of Pod Security.
var (
	answerLine = regexp.MustCompile(`(?m)^# from 1\.(\d+): (accepted|rejected|warned)(?:: (.+))?$`)
	levelLine  = regexp.MustCompile(`(?m)^# (--pod-security=.+)$`)
)

func TestEachKnownBadManifestIsAnsweredAsItsHeaderSays(t *testing.T) {
	for _, file := range manifests(t, "known-bad") {
		file := file
		t.Run(filepath.Base(file), func(t *testing.T) {
			answer, text := expectedAnswer(t, file)
			code, verdicts := validate(t, append(options(t, file), file)...)
			if len(verdicts) != 1 {
				t.Fatalf("%d verdicts, want one: %+v", len(verdicts), verdicts)
			}
			switch answer {
			case "accepted":
				assertAllGood(t, code, verdicts)
			case "warned":
				assertAllGood(t, code, verdicts)
				assertOneSays(t, verdicts[0].Warnings, text)
			case "rejected":
				if code != exitRejected {
					t.Errorf("exit code %d, want %d", code, exitRejected)
				}
				assertOneSays(t, verdicts[0].Errors, text)
			}
		})
	}
}

func TestEachKnownGoodManifestIsAccepted(t *testing.T) {
	for _, file := range manifests(t, "known-good") {
		file := file
		t.Run(filepath.Base(file), func(t *testing.T) {
			code, verdicts := validate(t, append(options(t, file), file)...)
			assertAllGood(t, code, verdicts)
		})
	}
}

func TestEachKindInTheTableCanBeDecoded(t *testing.T) {
	for gvk := range kinds {
		_, _, err := decoder.Decode([]byte("apiVersion: "+gvk.GroupVersion().String()+"\nkind: "+gvk.Kind), nil, nil)
		if err != nil {
			t.Errorf("%v: %v", gvk, err)
		}
	}
}

func TestACustomResourceIsSkippedAndSaysSo(t *testing.T) {
	code, verdicts := validateText(t, "apiVersion: networking.istio.io/v1\nkind: Sidecar\nmetadata: { name: default }\n")
	if code != 0 || len(verdicts) != 1 || verdicts[0].Skipped != "Sidecar.networking.istio.io is a custom resource" {
		t.Errorf("exit code %d, %+v", code, verdicts)
	}
}

func TestABuiltInKindOutsideTheTableIsSkippedAndSaysSo(t *testing.T) {
	code, verdicts := validateText(t, "apiVersion: storage.k8s.io/v1\nkind: StorageClass\nmetadata: { name: fast }\nprovisioner: example.com/fast\n")
	if code != 0 || len(verdicts) != 1 || !strings.Contains(verdicts[0].Skipped, "not in the table") {
		t.Errorf("exit code %d, %+v", code, verdicts)
	}
}

func TestEachDocumentGetsItsOwnVerdict(t *testing.T) {
	code, verdicts := validateText(t, "# nothing\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: { name: good }\n---\n---\n"+
		"apiVersion: v1\nkind: ConfigMap\nmetadata: { name: Bad }\n")
	if code != exitRejected || len(verdicts) != 2 {
		t.Fatalf("exit code %d, %+v", code, verdicts)
	}
	if verdicts[0].Index != 0 || verdicts[0].Name != "good" || len(verdicts[0].Errors) != 0 {
		t.Errorf("first: %+v", verdicts[0])
	}
	if verdicts[1].Index != 1 || verdicts[1].Name != "Bad" || len(verdicts[1].Errors) != 1 {
		t.Errorf("second: %+v", verdicts[1])
	}
}

func TestAllErrorsOfADocumentAreListed(t *testing.T) {
	_, verdicts := validateText(t, "apiVersion: v1\nkind: Pod\nmetadata: { name: web }\nspec: { containers: [{ name: App }] }\n")
	if len(verdicts) != 1 || len(verdicts[0].Errors) != 2 {
		t.Errorf("want one error about the name and one about the image: %+v", verdicts)
	}
}

func TestTheServersWarningsAreListed(t *testing.T) {
	code, verdicts := validateText(t, "apiVersion: v1\nkind: Pod\nmetadata: { name: web }\nspec:\n  containers:\n"+
		"    - name: app\n      image: shop/app:7\n      env: [{ name: A, value: a }, { name: A, value: b }]\n")
	if code != 0 || len(verdicts) != 1 || len(verdicts[0].Warnings) != 1 || !strings.Contains(verdicts[0].Warnings[0], `"A"`) {
		t.Errorf("exit code %d, %+v", code, verdicts)
	}
}

func TestReadableLinesSayWhatWasRejected(t *testing.T) {
	var out bytes.Buffer
	run([]string{"-"}, strings.NewReader("apiVersion: v1\nkind: ConfigMap\nmetadata: { name: config }\nbinary: {}\n"), &out, &out)
	want := "-[0] ConfigMap config: REJECTED\n  error: strict decoding error: unknown field \"binary\"\n"
	if out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}

func TestWhatCannotBeReadOrIsEmptyIsAUsageError(t *testing.T) {
	empty := filepath.Join(t.TempDir(), "empty.yaml")
	if err := os.WriteFile(empty, []byte("---\n# nothing\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, arguments := range [][]string{{}, {"missing.yaml"}, {empty}, {"--pod-security=strict", "-"}, {"--unknown", "-"}} {
		var out, problem bytes.Buffer
		if code := run(arguments, strings.NewReader(""), &out, &problem); code != exitUsage || problem.Len() == 0 || out.Len() != 0 {
			t.Errorf("%q: exit code %d, stderr %q, stdout %q", arguments, code, &problem, &out)
		}
	}
}

func manifests(t *testing.T, folder string) []string {
	t.Helper()
	files, err := filepath.Glob(testdata + folder + "/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no manifest in %s: %v", folder, err)
	}
	return files
}

func read(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// expectedAnswer returns the last answer in the header whose version is not newer than the tested version.
func expectedAnswer(t *testing.T, file string) (answer, text string) {
	t.Helper()
	minor := number(t, version.Get().Minor) // set by the linker, see go-flags.sh
	for _, line := range answerLine.FindAllStringSubmatch(read(t, file), -1) {
		if number(t, line[1]) <= minor {
			answer, text = line[2], line[3]
		}
	}
	if answer == "" {
		t.Fatalf("the header has no line '# from 1.N: ...' for 1.%d", minor)
	}
	return answer, text
}

func number(t *testing.T, digits string) int {
	t.Helper()
	value, err := strconv.Atoi(digits)
	if err != nil {
		t.Fatal(err)
	}
	return value
}

func options(t *testing.T, file string) []string {
	t.Helper()
	if line := levelLine.FindStringSubmatch(read(t, file)); line != nil {
		return []string{line[1]}
	}
	return nil
}

func validate(t *testing.T, arguments ...string) (int, []verdict) {
	t.Helper()
	return validateStream(t, "", arguments...)
}

func validateText(t *testing.T, manifest string) (int, []verdict) {
	t.Helper()
	return validateStream(t, manifest, "-")
}

func validateStream(t *testing.T, stdin string, arguments ...string) (int, []verdict) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code := run(append([]string{"--json"}, arguments...), strings.NewReader(stdin), &stdout, &stderr)
	if stderr.Len() > 0 {
		t.Fatalf("stderr: %s", &stderr)
	}
	var verdicts []verdict
	for decoder := json.NewDecoder(&stdout); decoder.More(); {
		var next verdict
		if err := decoder.Decode(&next); err != nil {
			t.Fatal(err)
		}
		verdicts = append(verdicts, next)
	}
	return code, verdicts
}

func assertOneSays(t *testing.T, texts []string, wanted string) {
	t.Helper()
	if wanted == "" || !strings.Contains(strings.Join(texts, "\n"), wanted) {
		t.Errorf("none says %q, only: %q", wanted, texts)
	}
}

func assertAllGood(t *testing.T, code int, verdicts []verdict) {
	t.Helper()
	if code != 0 || len(verdicts) == 0 {
		t.Errorf("exit code %d with %d verdicts", code, len(verdicts))
	}
	for _, each := range verdicts {
		if len(each.Errors) > 0 || each.Skipped != "" {
			t.Errorf("%s", each)
		}
	}
}
