package dev.nearcache.resource;

/** A text that is read off a parser's buffer and looked at before anybody asks for a String. Reused; one thread. */
final class CharText implements CharSequence {
    private char[] chars = new char[64];
    private int length;

    void clear() {
        length = 0;
    }

    void set(char[] from, int offset, int count) {
        if (chars.length < count) {
            chars = new char[count];
        }
        System.arraycopy(from, offset, chars, 0, count);
        length = count;
    }

    @Override
    public int length() {
        return length;
    }

    @Override
    public char charAt(int index) {
        return chars[index];
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return new String(chars, start, end - start);
    }

    @Override
    public String toString() {
        return new String(chars, 0, length);
    }
}
