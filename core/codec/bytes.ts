/**
 * Bytes in and out, one way to write each value. Whole numbers take 7 bits a byte, lowest first, to 2^53 - 1 (larger
 * ones only where a refused command carries them); signed ones begin with their sign. Text is its UTF-16 units, each as
 * a whole number, after their count: every JavaScript string comes back as it was.
 */
export class FormatError extends Error {
  override readonly name: string = 'FormatError';
}

export class ByteWriter {
  private bytes = new Uint8Array(256);
  private length = 0;

  count(value: number): void {
    this.reserve(10);
    let rest = value;
    while (rest > 0x7fff_ffff) {
      this.bytes[this.length++] = (rest % 128) | 128;
      rest = Math.floor(rest / 128);
    }
    while (rest >= 128) {
      this.bytes[this.length++] = rest | 128;
      rest >>>= 7;
    }
    this.bytes[this.length++] = rest;
  }

  signed(value: number): void {
    this.count(value < 0 ? 1 : 0);
    this.count(Math.abs(value));
  }

  big(value: bigint): void {
    const text = value.toString(16);
    this.text(text);
  }

  /** Any number at all, as its eight bytes: for what a caller may have sent wrong. */
  double(value: number): void {
    this.reserve(8);
    new DataView(this.bytes.buffer).setFloat64(this.length, value, true);
    this.length += 8;
  }

  text(value: string): void {
    this.count(value.length);
    for (let i = 0; i < value.length; i += 1) this.count(value.charCodeAt(i));
  }

  raw(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** A copy of what was written. */
  done(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }

  clear(): void {
    this.length = 0;
  }

  private reserve(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const bytes = new Uint8Array(Math.max(this.bytes.length * 2, this.length + count));
    bytes.set(this.bytes.subarray(0, this.length));
    this.bytes = bytes;
  }
}

export class ByteReader {
  /** Of the format that the bytes are written in; readers of what it lacks pass over it. */
  version: number;
  private readonly bytes: Uint8Array;
  offset: number;
  private readonly end: number;

  constructor(bytes: Uint8Array, offset: number, end: number, version = 0) {
    this.version = version;
    this.bytes = bytes;
    this.offset = offset;
    this.end = end;
  }

  get isAtEnd(): boolean {
    return this.offset === this.end;
  }

  count(): number {
    let value = 0;
    for (let factor = 1; factor < 2 ** 63; factor *= 128) {
      const byte = this.byte();
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
    throw new FormatError('a number does not end');
  }

  signed(): number {
    const isNegative = this.count() === 1;
    const value = this.count();
    return isNegative ? -value : value;
  }

  big(): bigint {
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
    let value = '';
    for (let i = 0; i < length; i += 1) value += String.fromCharCode(this.count());
    return value;
  }

  /** One of a list of words, by its place. */
  word<T>(words: readonly T[]): T {
    const at = this.count();
    if (at >= words.length) throw new FormatError('a word is not of its list');
    return words[at];
  }

  private byte(): number {
    if (this.offset >= this.end) throw new FormatError('the bytes end too early');
    return this.bytes[this.offset++];
  }
}
