package steps

import (
	"fmt"
	"io"
	"net/http"
	"os"
)

// control asks the driver for something that a program does not do itself, and waits until it is done.
func control(format string, values ...any) (string, error) {
	request := fmt.Sprintf(format, values...)
	response, err := http.Post(os.Getenv("COMPAT_CONTROL")+"/"+request, "text/plain", nil)
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s: %s", request, response.Status, text)
	}
	return string(text), err
}

// do asks for several things, one after the other.
func do(requests ...string) error {
	for _, request := range requests {
		if _, err := control("%s", request); err != nil {
			return err
		}
	}
	return nil
}
