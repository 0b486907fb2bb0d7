package main

import (
	"flag"
	"os"
	"time"
)

// runHook writes its stamps to the log of its container, because the kubelet drops the output of a hook.
func runHook(args []string) {
	flags := flag.NewFlagSet("test-app hook", flag.ExitOnError)
	name := flags.String("name", "", "name of the container, for its stamps")
	lasts := flags.Duration("lasts", 0, "how long the hook takes")
	exitCode := flags.Int("exit-code", 0, "exit code of the hook")
	flags.Parse(args)

	out, err := os.OpenFile("/proc/1/fd/1", os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		fail(err)
	}
	log := stamps{*name, out}
	log.at(began, "hook-start", "")
	time.Sleep(*lasts)
	log.now("hook-end", "")
	os.Exit(*exitCode)
}
