/** Texts as they are compared where a person looks for something. */

/**
 * BTC/USDT, btc-usdt and "btc usdt" are the same; so is a Persian word whose parts are joined, spaced or kept apart by a mark without width,
 * also with the Arabic forms of two letters that many keyboards write.
 */
export function plainText(text: string): string {
  return text
    .replaceAll(/[\s\u200c/_-]/g, '')
    .replaceAll('\u064a', '\u06cc')
    .replaceAll('\u0643', '\u06a9')
    .toLowerCase();
}

/** Whether one of the names has the text somewhere; every name has no text. */
export function haveText(names: readonly string[], text: string): boolean {
  const wanted = plainText(text);
  return names.some((name) => plainText(name).includes(wanted));
}
