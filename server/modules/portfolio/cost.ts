/**
 * What the coins of a wallet cost: the weighted average of what came in (decision 072). Exact integers: units of the coin, units of
 * USDT. A part that leaves takes its share of the cost with it, rounded down, so that what stays is never shown cheaper than it was.
 */

export interface Held {
  /** Units held. */
  readonly quantity: bigint;
  /** Of them: those of which nobody knows what they cost. */
  readonly unknown: bigint;
  /** What the others cost, in units of USDT. */
  readonly cost: bigint;
}

export const NOTHING: Held = { quantity: 0n, unknown: 0n, cost: 0n };

/** `cost` null: unknown. */
export function bring(held: Held, quantity: bigint, cost: bigint | null): Held {
  return {
    quantity: held.quantity + quantity,
    unknown: held.unknown + (cost === null ? quantity : 0n),
    cost: held.cost + (cost ?? 0n),
  };
}

/** Coins of known and of unknown cost leave in proportion. */
export function take(held: Held, quantity: bigint): Held {
  if (quantity >= held.quantity) return NOTHING;
  const left = held.quantity - quantity;
  const unknown = held.unknown - (held.unknown * quantity) / held.quantity;
  // Rounding may leave no coin of known cost; the cost is then dropped.
  if (unknown >= left) return { quantity: left, unknown: left, cost: 0n };
  return { quantity: left, unknown, cost: held.cost - shareOf(held.cost, quantity, held.quantity) };
}

/** Rounded down; a cost can be below zero where rebates were more than the price. */
function shareOf(cost: bigint, part: bigint, whole: bigint): bigint {
  const share = (cost * part) / whole;
  return cost < 0n && share * whole !== cost * part ? share - 1n : share;
}
