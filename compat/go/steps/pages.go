package steps

import (
	"context"
	"errors"
	"fmt"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

const pageSize = 7

// pages lists in pages; then once more, with a token that expires after the first page and with the one that replaces it.
func (p program) pages(ctx context.Context) (string, error) {
	if err := p.create("pages", 25); err != nil {
		return "", err
	}
	all, err := p.paged(ctx)
	if err != nil {
		return "", err
	}
	_, list, err := p.names(ctx, metav1.ListOptions{Limit: pageSize})
	if err != nil {
		return "", err
	}
	if err := do("expire"); err != nil {
		return "", err
	}
	_, _, err = p.names(ctx, metav1.ListOptions{Limit: pageSize, Continue: list.GetContinue()})
	expired := problem(err)
	status := apierrors.APIStatus(nil)
	if !errors.As(err, &status) {
		return "", fmt.Errorf("the token has not expired: %v", err)
	}
	rest, _, err := p.names(ctx, metav1.ListOptions{Continue: status.Status().Continue})
	return fmt.Sprintf("%s; %s; then %v", all, expired, rest), errors.Join(err, do("delete?prefix=pages"))
}

func (p program) paged(ctx context.Context) (string, error) {
	text := ""
	for options := (metav1.ListOptions{Limit: pageSize}); ; {
		names, list, err := p.names(ctx, options)
		if err != nil {
			return "", err
		}
		left := "none"
		if count := list.GetRemainingItemCount(); count != nil {
			left = fmt.Sprint(*count)
		}
		text += fmt.Sprintf("%v left %s ", names, left)
		if options.Continue = list.GetContinue(); options.Continue == "" {
			return text, nil
		}
	}
}
