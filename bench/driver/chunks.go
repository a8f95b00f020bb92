package main

import "errors"

var errChunk = errors.New("malformed: not a chunked body")

// chunks takes apart a chunked body (RFC 9112, 7.1) as it comes, cut anywhere, without copying. The zero value is at the
// body's start. A reader of net/http would need a goroutine and two buffers for each of a thousand streams.
type chunks struct {
	state chunkState
	left  int // bytes of the chunk, or its size as far as it is read
	any   bool
	ended bool
}

type chunkState int

const (
	inSize chunkState = iota
	inExtension
	inData
	afterData
)

// next gives the next piece of the body in the text, and what of the text follows it. The piece is empty when the text is
// used up, or the body has ended.
func (c *chunks) next(text []byte) (piece, rest []byte, err error) {
	for len(text) > 0 && !c.ended {
		switch c.state {
		case inData:
			n := min(c.left, len(text))
			if c.left -= n; c.left == 0 {
				c.state = afterData
			}
			return text[:n], text[n:], nil
		case afterData:
			if text[0] != '\r' && text[0] != '\n' {
				return nil, nil, errChunk
			}
			if text[0] == '\n' {
				c.state, c.any = inSize, false
			}
			text = text[1:]
		default:
			if err := c.size(text[0]); err != nil {
				return nil, nil, err
			}
			text = text[1:]
		}
	}
	return nil, nil, nil
}

// size takes the next byte of the line with a chunk's size. The last chunk, of size 0, ends the body: trailers are not
// looked at, as nothing follows on these connections.
func (c *chunks) size(b byte) error {
	digit := -1
	switch {
	case b >= '0' && b <= '9':
		digit = int(b - '0')
	case b >= 'a' && b <= 'f':
		digit = int(b-'a') + 10
	case b >= 'A' && b <= 'F':
		digit = int(b-'A') + 10
	}
	switch {
	case b == '\n':
		if !c.any {
			return errChunk
		}
		c.state, c.ended = inData, c.left == 0
	case c.state == inExtension || b == '\r':
	case b == ';':
		c.state = inExtension
	case digit >= 0 && c.left < 1<<27:
		if !c.any {
			c.left = 0
		}
		c.left, c.any = c.left<<4|digit, true
	default:
		return errChunk
	}
	return nil
}
