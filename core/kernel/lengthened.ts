/** The same numbers in an array of that length, and zeros behind them. */
export function lengthened(list: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(length);
  longer.set(list);
  return longer;
}
