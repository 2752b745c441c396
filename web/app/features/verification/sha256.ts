/**
 * SHA-256 of a short text in JavaScript. The browser's own function is asynchronous, which takes longer than the hash itself, and
 * does not exist on plain http.
 */
const WORDS = 64;
/** A longer text would need a second block. */
export const LONGEST_TEXT = 55;

/** The first 32 bits of the fractional parts of roots of the first primes, as the standard defines them. */
function roots(count: number, exponent: number): Uint32Array {
  const found = new Uint32Array(count);
  let size = 0;
  for (let number = 2; size < count; number++) {
    let isPrime = true;
    for (let divisor = 2; divisor * divisor <= number; divisor++) if (number % divisor === 0) isPrime = false;
    if (isPrime) found[size++] = (number ** exponent % 1) * 0x1_0000_0000;
  }
  return found;
}

const ROUND = roots(WORDS, 1 / 3);
const START = roots(8, 1 / 2);
const schedule = new Uint32Array(WORDS);

const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** In hexadecimal. Throws for a text of more than 55 bytes; the text is plain ASCII. */
export function sha256(text: string): string {
  if (text.length > LONGEST_TEXT) throw new Error(`at most ${LONGEST_TEXT} characters`);
  schedule.fill(0, 0, 16);
  for (let i = 0; i < text.length; i++) schedule[i >> 2]! |= text.charCodeAt(i) << (24 - (i & 3) * 8);
  schedule[text.length >> 2]! |= 0x80 << (24 - (text.length & 3) * 8);
  schedule[15] = text.length * 8;
  for (let i = 16; i < WORDS; i++) {
    const [early, late] = [schedule[i - 15]!, schedule[i - 2]!];
    const mixEarly = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const mixLate = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    schedule[i] = schedule[i - 16]! + mixEarly + schedule[i - 7]! + mixLate;
  }
  return compress();
}

function compress(): string {
  let [a, b, c, d, e, f, g, h] = START as unknown as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < WORDS; i++) {
    const choice = (e & f) ^ (~e & g);
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + ROUND[i]! + schedule[i]!) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  return [a, b, c, d, e, f, g, h].map((word, i) => ((word + START[i]!) >>> 0).toString(16).padStart(8, '0')).join('');
}
