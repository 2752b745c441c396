/** What a trailing stop has followed, as far as the browser was told (trading A1.3, B15). */
interface Trailed {
  readonly updatedAt: number;
  readonly extremePrice?: string | undefined;
  readonly firesAtPrice?: string | undefined;
}

/** Calls and events tell an order without what it has followed: of the same state of the order, what was told before stays true. */
export function withTrail<Order extends Trailed>(fresh: Order, known: Order | undefined): Order {
  if (known?.extremePrice === undefined || fresh.extremePrice !== undefined) return fresh;
  if (known.updatedAt !== fresh.updatedAt) return fresh;
  return { ...fresh, extremePrice: known.extremePrice, firesAtPrice: known.firesAtPrice };
}
