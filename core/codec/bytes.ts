/**
 * Bytes in and out, one way to write each value. Whole numbers take 7 bits a byte, lowest first, to 2^53 - 1 (larger
 * ones only where a refused command carries them); signed ones begin with their sign. Text is its UTF-16 units, each as
 * a whole number, after their count: every JavaScript string comes back as it was.
 */
import { knownText } from './known-texts.ts';

export class FormatError extends Error {
  override readonly name: string = 'FormatError';
}

/** A frame's length takes one byte in most commands; of longer frames what was written is moved. */
const USUAL_LENGTH_BYTES = 1;
/** The most bytes of a whole number, of a double, and of a letter. */
const MOST_BYTES = 10;
const DOUBLE_BYTES = 8;
const LETTER_BYTES = 3;
const FOUR_GROUPS = 2 ** 28;
const EIGHT_GROUPS = 8;
/** The most groups of seven bits that a number has. */
const MOST_GROUPS = 9;

export class ByteWriter {
  /** Written up to `length`. Anew after `reserve` has grown it: to be read after the call. */
  bytes: Uint8Array;
  /** Length of the array above, kept here because reading `.length` of a typed array is slower. */
  private room: number;
  length = 0;

  /** With room for so many bytes; where more are written it grows by moving them. */
  constructor(room = 256) {
    this.bytes = new Uint8Array(room);
    this.room = room;
  }

  get size(): number {
    return this.length;
  }

  count(value: number): void {
    this.reserve(MOST_BYTES);
    // Most numbers are of one byte.
    if (value < 128) this.bytes[this.length++] = value;
    else this.length = this.putLong(this.length, value);
  }

  /** A whole number behind its sign: 0, or 1 for one below zero. */
  signed(value: number): void {
    this.reserve(1 + MOST_BYTES);
    this.bytes[this.length] = value < 0 ? 1 : 0;
    this.length = this.putLong(this.length + 1, Math.abs(value));
  }

  /** There is room. Answers where the number ends. */
  private putLong(begin: number, value: number): number {
    const { bytes } = this;
    let at = begin;
    let rest = value;
    while (rest > 0x7fff_ffff) {
      const high = Math.floor(rest / FOUR_GROUPS);
      const low = rest - high * FOUR_GROUPS;
      bytes[at] = low | 128;
      bytes[at + 1] = (low >>> 7) | 128;
      bytes[at + 2] = (low >>> 14) | 128;
      bytes[at + 3] = (low >>> 21) | 128;
      at += 4;
      rest = high;
    }
    let word = rest | 0;
    while (word >= 128) {
      bytes[at++] = word | 128;
      word >>>= 7;
    }
    bytes[at] = word;
    return at + 1;
  }

  big(value: bigint): void {
    const text = value.toString(16);
    this.text(text);
  }

  /** As `big`, of a number from 0 to 2^53 - 1, without making a bigint. */
  smallBig(value: number): void {
    this.reserve(2 + EXACT_DIGITS);
    const { bytes } = this;
    let digits = 1;
    for (let rest = value; rest >= 16; rest = Math.floor(rest / 16)) digits += 1;
    bytes[this.length] = digits;
    let rest = value;
    for (let at = this.length + digits; at > this.length; at -= 1) {
      const next = Math.floor(rest / 16);
      const digit = rest - next * 16;
      bytes[at] = digit < 10 ? 48 + digit : 87 + digit;
      rest = next;
    }
    this.length += 1 + digits;
  }

  /** Any number, valid or not, as the eight bytes of a double: for values that a caller may have sent wrong. */
  double(value: number): void {
    this.reserve(DOUBLE_BYTES);
    new DataView(this.bytes.buffer).setFloat64(this.length, value, true);
    this.length += DOUBLE_BYTES;
  }

  text(value: string): void {
    const { length } = value;
    this.reserve(MOST_BYTES + length * LETTER_BYTES);
    const { bytes } = this;
    let at = this.putLong(this.length, length);
    for (let i = 0; i < length; i += 1) {
      const unit = value.charCodeAt(i);
      if (unit < 128) bytes[at++] = unit;
      else at = this.putLong(at, unit);
    }
    this.length = at;
  }

  raw(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** What was written from `offset` on: a view, which holds until more is written. */
  from(offset: number): Uint8Array {
    return this.bytes.subarray(offset, this.length);
  }

  /** A copy of what was written. */
  done(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }

  clear(): void {
    this.length = 0;
  }

  /** Begins a frame: everything from here to `endFrame` belongs to it, and its length stands before it. Answers where, for `endFrame`. */
  beginFrame(): number {
    this.reserve(USUAL_LENGTH_BYTES);
    const frame = this.length;
    this.length += USUAL_LENGTH_BYTES;
    return frame;
  }

  /** Forgets what was written from there on. */
  cutTo(length: number): void {
    this.length = length;
  }

  endFrame(frame: number): void {
    const size = this.length - frame - USUAL_LENGTH_BYTES;
    if (size < 128) {
      this.bytes[frame] = size;
      return;
    }
    if (size >= FOUR_GROUPS) throw new FormatError('a frame is too long');
    const more = (size < 128 ** 2 ? 2 : size < 128 ** 3 ? 3 : 4) - USUAL_LENGTH_BYTES;
    this.reserve(more);
    const begin = frame + USUAL_LENGTH_BYTES;
    this.bytes.copyWithin(begin + more, begin, this.length);
    this.putLong(frame, size);
    this.length += more;
  }

  /** Makes room for so many bytes more. */
  reserve(count: number): void {
    if (this.length + count > this.room) this.grow(count);
  }

  private grow(count: number): void {
    this.room = Math.max(this.room * 2, this.length + count);
    const bytes = new Uint8Array(this.room);
    bytes.set(this.bytes.subarray(0, this.length));
    this.bytes = bytes;
  }
}

/** The most hexadecimal digits whose number is a safe integer whatever they are. */
const EXACT_DIGITS = 13;
/** So many of them fit into a number that is shifted. */
const WORD_DIGITS = 7;
const MINUS = 0x2d;
/** By letter: -1 for one that is no hexadecimal digit. */
const DIGITS = Int8Array.from({ length: 256 }, (_, letter) => '0123456789abcdef'.indexOf(String.fromCharCode(letter)));

export class ByteReader {
  /** The version of the format in which the bytes are written: fields that it lacks are not read. */
  version: number;
  readonly bytes: Uint8Array;
  offset: number;
  private end: number;

  constructor(bytes: Uint8Array, offset: number, end: number, version = 0) {
    this.version = version;
    this.bytes = bytes;
    this.offset = offset;
    this.end = end;
  }

  /** Reads the length of a frame; from here on nothing behind the frame is read. Answers where reading ended before, for `leaveFrame`. */
  enterFrame(): number {
    const length = this.count();
    const outerEnd = this.end;
    const next = this.offset + length;
    if (next > outerEnd) throw new FormatError('a frame is longer than the bytes');
    this.end = next;
    return outerEnd;
  }

  /** What stands behind the frame may be read again. */
  leaveFrame(outerEnd: number): void {
    this.end = outerEnd;
  }

  /** Goes on there. Throws where that is behind the end: whatever was read up to there does not count. */
  continueAt(offset: number): void {
    if (offset > this.end) throw new FormatError('the bytes end too early');
    this.offset = offset;
  }

  get isAtEnd(): boolean {
    return this.offset === this.end;
  }

  count(): number {
    const { bytes, offset, end } = this;
    // Most numbers are of one byte or two.
    if (offset + 1 < end) {
      const first = bytes[offset];
      const second = bytes[offset + 1];
      if (first < 128) {
        this.offset = offset + 1;
        return first;
      }
      if (second < 128) {
        this.offset = offset + 2;
        return (first & 127) | (second << 7);
      }
    }
    return this.countAt(offset);
  }

  /** The whole number that begins there: up to eight groups without a loop where so many bytes are left. */
  countAt(from: number): number {
    const { bytes } = this;
    if (from + EIGHT_GROUPS > this.end) return this.anyCount(from);
    const first = bytes[from];
    if (first < 128) return this.read(from + 1, first);
    const second = bytes[from + 1];
    let low = (first & 127) | ((second & 127) << 7);
    if (second < 128) return this.read(from + 2, low);
    const third = bytes[from + 2];
    low |= (third & 127) << 14;
    if (third < 128) return this.read(from + 3, low);
    const fourth = bytes[from + 3];
    low |= (fourth & 127) << 21;
    if (fourth < 128) return this.read(from + 4, low);
    const fifth = bytes[from + 4];
    if (fifth < 128) return this.read(from + 5, low + fifth * FOUR_GROUPS);
    const sixth = bytes[from + 5];
    let high = (fifth & 127) | ((sixth & 127) << 7);
    if (sixth < 128) return this.read(from + 6, low + high * FOUR_GROUPS);
    const seventh = bytes[from + 6];
    high |= (seventh & 127) << 14;
    if (seventh < 128) return this.read(from + 7, low + high * FOUR_GROUPS);
    const eighth = bytes[from + 7];
    if (eighth >= 128) return this.anyCount(from);
    return this.read(from + 8, low + (high | (eighth << 21)) * FOUR_GROUPS);
  }

  /** Reading goes on at `offset`; answers the value. */
  private read(offset: number, value: number): number {
    this.offset = offset;
    return value;
  }

  /** Four groups of seven bits at a time: those fit into a number that is shifted. */
  private anyCount(from: number): number {
    const { bytes, end } = this;
    this.offset = from;
    let value = 0;
    for (let first = 0, factor = 1; first < MOST_GROUPS; first += 4, factor *= FOUR_GROUPS) {
      let low = 0;
      const last = Math.min(first + 4, MOST_GROUPS);
      for (let group = first, shift = 0; group < last; group += 1, shift += 7) {
        if (this.offset >= end) throw new FormatError('the bytes end too early');
        const byte = bytes[this.offset++];
        low |= (byte & 127) << shift;
        if (byte < 128) return value + low * factor;
      }
      value += low * factor;
    }
    throw new FormatError('a number does not end');
  }

  signed(): number {
    const isNegative = this.count() === 1;
    const value = this.count();
    return isNegative ? -value : value;
  }

  big(): bigint {
    const small = this.smallBig();
    return small === null ? this.largeBig() : BigInt(small);
  }

  /** Reads what `big` reads as a number if it is from 0 to 2^52 - 1; for any other, null, and nothing is read. */
  smallBig(): number | null {
    const { bytes, offset } = this;
    const length = bytes[offset];
    if (!(length > 0 && length <= EXACT_DIGITS) || offset + length >= this.end) return null;
    const value = this.digits(offset + 1, offset + 1 + length);
    if (value < 0) return null;
    this.offset = offset + length + 1;
    return value;
  }

  /** The same of a number from -(2^48 - 1) to 2^52 - 1; NaN for any other, and nothing is read. */
  smallSigned(): number {
    const { bytes, offset } = this;
    if (bytes[offset + 1] !== MINUS) return this.smallBig() ?? NaN;
    const length = bytes[offset];
    if (length < 2 || length > EXACT_DIGITS || offset + length >= this.end) return NaN;
    const value = this.digits(offset + 2, offset + 1 + length);
    if (value < 0) return NaN;
    this.offset = offset + length + 1;
    return -value;
  }

  /** Hexadecimal digits, at most thirteen; -1 where one of the bytes is none. */
  private digits(begin: number, end: number): number {
    const { bytes } = this;
    const middle = Math.min(end, begin + WORD_DIGITS);
    let [high, low, all] = [0, 0, 0];
    for (let at = begin; at < middle; at += 1) {
      const digit = DIGITS[bytes[at]];
      high = (high << 4) | digit;
      all |= digit;
    }
    for (let at = middle; at < end; at += 1) {
      const digit = DIGITS[bytes[at]];
      low = (low << 4) | digit;
      all |= digit;
    }
    return all < 0 ? -1 : end === middle ? high : high * (1 << (4 * (end - middle))) + low;
  }

  private largeBig(): bigint {
    const text = this.text();
    if (!/^-?[0-9a-f]+$/.test(text)) throw new FormatError('a large number is malformed');
    return text.startsWith('-') ? -BigInt(`0x${text.slice(1)}`) : BigInt(`0x${text}`);
  }

  double(): number {
    if (this.offset + 8 > this.end) throw new FormatError('the bytes end too early');
    const view = new DataView(this.bytes.buffer, this.bytes.byteOffset + this.offset, 8);
    this.offset += 8;
    return view.getFloat64(0, true);
  }

  text(): string {
    const length = this.count();
    if (length > this.end - this.offset) throw new FormatError('a text is longer than the bytes');
    const known = knownText(this.bytes, this.offset, length);
    if (known !== null) {
      this.offset += length;
      return known;
    }
    let value = '';
    for (let i = 0; i < length; i += 1) value += String.fromCharCode(this.count());
    return value;
  }

  /** Goes over so many letters of a text. */
  passLetters(count: number): void {
    const { bytes, end } = this;
    let at = this.offset;
    for (let left = count; left > 0; left -= 1) {
      const begin = at;
      while (bytes[at] >= 128) at += 1;
      at += 1;
      if (at > end || at - begin > LETTER_BYTES) throw new FormatError('a letter does not end');
    }
    this.offset = at;
  }

  /** One of a list of words, by its place. */
  word<T>(words: readonly T[]): T {
    const at = this.count();
    if (at >= words.length) throw new FormatError('a word is not of its list');
    return words[at];
  }
}
