package servers

import (
	"bytes"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"
)

// Kube speaks to one server, kube-apiserver or the sidecar, past every proxy.
type Kube struct {
	Name, Base, Token string
	HTTP              *http.Client
}

// NewKube is a client with up to four idle connections, whose requests may take 30 s. An empty token sends none.
func NewKube(name, base, token string) *Kube {
	transport := &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, MaxIdleConnsPerHost: 4}
	return &Kube{name, base, token, &http.Client{Transport: transport, Timeout: 30 * time.Second}}
}

// Send sends a request, with its body as JSON if there is one; the caller closes the answer's body.
func (k *Kube) Send(method, path, contentType string, body any) (*http.Response, error) {
	var content io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		content = bytes.NewReader(text)
	}
	request, err := http.NewRequest(method, k.Base+path, content)
	if err != nil {
		return nil, err
	}
	if contentType != "" {
		request.Header.Set("Content-Type", contentType)
	}
	if k.Token != "" {
		request.Header.Set("Authorization", "Bearer "+k.Token)
	}
	return k.HTTP.Do(request)
}

// Ask sends a request and decodes its answer, if there is something to decode it to. A status of 300 and more is an error.
func (k *Kube) Ask(method, path, contentType string, body, answer any) error {
	response, err := k.Send(method, path, contentType, body)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if response.StatusCode >= 300 {
		return fmt.Errorf("%s %s: %s: %s", method, path, response.Status, text)
	}
	if answer == nil {
		return nil
	}
	return json.Unmarshal(text, answer)
}

// Create posts an object to its collection.
func (k *Kube) Create(path string, body any) error {
	return k.Ask("POST", path, "application/json", body, nil)
}

// Patch merges a part of an object into it.
func (k *Kube) Patch(path string, body any) error {
	return k.Ask("PATCH", path, "application/merge-patch+json", body, nil)
}

// Delete deletes an object.
func (k *Kube) Delete(path string) error { return k.Ask("DELETE", path, "", nil, nil) }

// Status is the code of a GET; 0 if there was no answer.
func (k *Kube) Status(path string) int {
	response, err := k.Send("GET", path, "", nil)
	if err != nil {
		return 0
	}
	defer response.Body.Close()
	io.Copy(io.Discard, response.Body)
	return response.StatusCode
}
