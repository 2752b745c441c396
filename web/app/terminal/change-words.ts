/** What changed of an order, in words. Pure. */
const FROM_LEFT = '\u2066';
const END = '\u2069';

interface Change {
  readonly name: string;
  /** As they are shown. */
  readonly from: string;
  readonly to: string;
  /** Empty where the figures carry it themselves. */
  readonly unit: string;
}

/** Price 97,000.0 → 97,100.0 USDT. The figures read from the left in every language, so that the arrow points to the new one. */
export function changeText({ name, from, to, unit }: Change): string {
  return `${name} ${FROM_LEFT}${`${from} → ${to} ${unit}`.trim()}${END}`;
}
