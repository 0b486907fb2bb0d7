// All of Kubernetes that a node in the test suite needs, in one binary: `kubernetes kubelet ...`, `kubernetes kubectl ...`.
//
// One binary, because the six programs share most of their code: built singly they take three times the disk and the linking.
package main

import (
	"fmt"
	"os"
	"slices"
	_ "time/tzdata" // CronJobs with a time zone, on machines without zone files

	"github.com/spf13/cobra"
	"go.etcd.io/etcd/server/v3/etcdmain"
	"k8s.io/component-base/cli"
	_ "k8s.io/component-base/logs/json/register"
	_ "k8s.io/component-base/metrics/prometheus/version"
	"k8s.io/kubectl/pkg/cmd"
	kubectlutil "k8s.io/kubectl/pkg/cmd/util"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	controllermanager "k8s.io/kubernetes/cmd/kube-controller-manager/app"
	scheduler "k8s.io/kubernetes/cmd/kube-scheduler/app"
)

var programs = map[string]func(){
	"etcd":                    func() { etcdmain.Main(os.Args) },
	"kube-apiserver":          func() { run(apiserver.NewAPIServerCommand()) },
	"kube-controller-manager": func() { run(controllermanager.NewControllerManagerCommand()) },
	"kube-scheduler":          func() { run(scheduler.NewSchedulerCommand()) },
	"kubectl":                 func() { kubectlutil.CheckErr(cli.RunNoErrOutput(cmd.NewDefaultKubectlCommand())) },
	"kubelet":                 func() { run(newKubeletCommand()) },
}

func main() {
	if len(os.Args) > 1 && programs[os.Args[1]] != nil {
		os.Args = os.Args[1:] // each program finds its own name and flags, as if started alone
		programs[os.Args[0]]()
		return
	}
	names := make([]string, 0, len(programs))
	for name := range programs {
		names = append(names, name)
	}
	slices.Sort(names)
	fmt.Fprintf(os.Stderr, "usage: kubernetes PROGRAM ARGUMENT..., where PROGRAM is one of %v\n", names)
	os.Exit(2)
}

func run(command *cobra.Command) {
	os.Exit(cli.Run(command))
}
