// Validates manifests without a server, as the API server of one Kubernetes version does when they are created: `validate FILE...`.
//
// Each document is decoded strictly, defaulted, converted and validated by the server's own code for its kind, with the version's
// default feature gates. Checks that need a cluster are missing: admission other than Pod Security, existing names, references.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"

	"k8s.io/component-base/version"
	podsecurity "k8s.io/pod-security-admission/api"
)

const (
	exitRejected = 1
	exitUsage    = 2
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run is main with its streams as parameters, and returns the exit code.
func run(arguments []string, stdin io.Reader, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("validate", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {
		fmt.Fprintln(stderr, "usage: validate [--pod-security=baseline|restricted] [--json] FILE... (a file named - is stdin)")
	}
	level := flags.String("pod-security", string(podsecurity.LevelPrivileged), "")
	asJSON := flags.Bool("json", false, "")
	showVersion := flags.Bool("version", false, "")
	if err := flags.Parse(arguments); err != nil {
		return exitUsage
	}
	if *showVersion {
		fmt.Fprintln(stdout, version.Get().GitVersion)
		return 0
	}
	parsedLevel, err := podsecurity.ParseLevel(*level)
	if err != nil || flags.NArg() == 0 {
		flags.Usage()
		return exitUsage
	}

	code := 0
	for _, file := range flags.Args() {
		documents, err := readDocuments(file, stdin)
		if err != nil {
			fmt.Fprintln(stderr, err)
			return exitUsage
		}
		for _, document := range documents {
			verdict := judge(document, parsedLevel)
			if len(verdict.Errors) > 0 {
				code = exitRejected
			}
			if *asJSON {
				json.NewEncoder(stdout).Encode(verdict)
			} else {
				fmt.Fprint(stdout, verdict)
			}
		}
	}
	return code
}
