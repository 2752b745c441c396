/** The extreme price of a trailing stop and where it would fire, as far as the browser was told (trading A1.3, B15). */
interface Trailed {
  readonly updatedAt: number;
  readonly extremePrice?: string | undefined;
  readonly firesAtPrice?: string | undefined;
}

/** Events tell an order without its extreme price: what was told before stays true for the same state of the order. */
export function withTrail<Order extends Trailed>(fresh: Order, known: Order | undefined): Order {
  if (known?.extremePrice === undefined || fresh.extremePrice !== undefined) return fresh;
  if (known.updatedAt !== fresh.updatedAt) return fresh;
  return { ...fresh, extremePrice: known.extremePrice, firesAtPrice: known.firesAtPrice };
}
