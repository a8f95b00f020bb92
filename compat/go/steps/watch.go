package steps

import (
	"context"
	"errors"
	"fmt"
	"strings"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
)

// stream is a watch that knows where it can be resumed.
type stream struct {
	program
	selector, version string
	seen              []string
	events            watch.Interface
}

// follow lists, and watches from the list's version.
func (p program) follow(ctx context.Context, selector string) (*stream, error) {
	_, list, err := p.names(ctx, metav1.ListOptions{LabelSelector: selector})
	if err != nil {
		return nil, err
	}
	s := &stream{program: p, selector: selector, version: list.GetResourceVersion()}
	return s, s.open(ctx)
}

func (s *stream) open(ctx context.Context) error {
	events, err := s.client.Watch(ctx, metav1.ListOptions{LabelSelector: s.selector, ResourceVersion: s.version})
	s.events = events
	return err
}

var errEnded = errors.New("the watch ended")

// next takes one event. It returns errEnded at the watch's end, and an ERROR event as the API error that it tells.
func (s *stream) next(ctx context.Context) error {
	select {
	case event, open := <-s.events.ResultChan():
		if !open {
			return errEnded
		}
		if event.Type == watch.Error {
			return apierrors.FromObject(event.Object)
		}
		accessor, err := meta.Accessor(event.Object)
		if err != nil {
			return err
		}
		s.version = accessor.GetResourceVersion()
		s.seen = append(s.seen, fmt.Sprintf("%s %s", event.Type, s.show(event.Object)))
		return nil
	case <-ctx.Done():
		return fmt.Errorf("nothing came after: %s", s.text())
	}
}

// take takes events until so many were seen in all.
func (s *stream) take(ctx context.Context, count int) error {
	for len(s.seen) < count {
		if err := s.next(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (s *stream) text() string { return strings.Join(s.seen, ", ") }

func (p program) watch(ctx context.Context) (string, error) {
	s, err := p.follow(ctx, "app=watch")
	if err != nil {
		return "", err
	}
	defer s.events.Stop()
	if err := p.create("watch", 3); err != nil {
		return "", err
	}
	if err := do("change?prefix=watch&times=4", "delete?prefix=watch"); err != nil {
		return "", err
	}
	err = s.take(ctx, 10)
	return s.text(), err
}

// resume is cut off after two of five changes, and finds the others, and five more, from where it was.
func (p program) resume(ctx context.Context) (string, error) {
	if err := p.create("resume", 3); err != nil {
		return "", err
	}
	s, err := p.follow(ctx, "app=resume")
	if err != nil {
		return "", err
	}
	if err := do("change?prefix=resume&times=5"); err != nil {
		return "", err
	}
	if err := s.take(ctx, 2); err != nil {
		return "", err
	}
	if err := do("cut", "change?prefix=resume&times=5"); err != nil {
		return "", err
	}
	for {
		err := s.take(ctx, 10)
		s.events.Stop()
		if !errors.Is(err, errEnded) {
			return s.text(), errors.Join(err, do("delete?prefix=resume"))
		}
		if err := s.open(ctx); err != nil {
			return "", err
		}
	}
}

// expiry watches from a version that has expired, then lists again and watches on.
func (p program) expiry(ctx context.Context) (string, error) {
	if err := p.create("expiry", 2); err != nil {
		return "", err
	}
	s, err := p.follow(ctx, "app=expiry")
	if err != nil {
		return "", err
	}
	s.events.Stop()
	if err := do("expire"); err != nil {
		return "", err
	}
	if err = s.open(ctx); err == nil {
		err = s.next(ctx)
		s.events.Stop()
	}
	status := apierrors.APIStatus(nil)
	if !errors.As(err, &status) {
		return "", fmt.Errorf("the watch was not told that its version had expired: %v", err)
	}
	s, err = p.follow(ctx, "app=expiry")
	if err != nil {
		return "", err
	}
	defer s.events.Stop()
	if err := do("change?prefix=expiry&times=2"); err != nil {
		return "", err
	}
	err = errors.Join(s.take(ctx, 2), do("delete?prefix=expiry"))
	return fmt.Sprintf("%d %s, then %s", status.Status().Code, status.Status().Reason, s.text()), err
}
