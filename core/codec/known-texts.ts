/**
 * Short texts that were read before. Most are names of markets and assets, which come again and again, and a Map finds a string that it has seen many times faster than a
 * new one of the same letters.
 */

/** Texts of at most so many letters, all below 128, are kept. */
const SHORT_TEXT = 32;
/** A power of two. */
const PLACES = 512;
/** One at each place, the last that was read of those whose letters give that place. */
const texts = Array.from({ length: PLACES }, () => '');

/** The text of so many letters that begins there, a byte each; null where it is empty or not short, or one of its letters is not below 128. */
export function knownText(bytes: Uint8Array, begin: number, length: number): string | null {
  if (length === 0 || length > SHORT_TEXT) return null;
  let hash = length;
  for (let at = begin; at < begin + length; at += 1) {
    if (bytes[at] >= 128) return null;
    hash = (Math.imul(hash, 31) + bytes[at]) | 0;
  }
  const place = (hash ^ (hash >>> 9)) & (PLACES - 1);
  if (!stands(bytes, begin, texts[place], length)) {
    let text = '';
    for (let at = begin; at < begin + length; at += 1) text += String.fromCharCode(bytes[at]);
    texts[place] = text;
  }
  return texts[place];
}

/** Is this the text of so many letters that begins there? */
function stands(bytes: Uint8Array, begin: number, text: string, length: number): boolean {
  if (text.length !== length) return false;
  for (let i = 0; i < length; i += 1) if (text.charCodeAt(i) !== bytes[begin + i]) return false;
  return true;
}
