//go:build !before_1_35

package main

import (
	"context"

	"github.com/spf13/cobra"
	"k8s.io/kubernetes/cmd/kubelet/app"
)

func newKubeletCommand() *cobra.Command {
	return app.NewKubeletCommand(context.Background())
}
