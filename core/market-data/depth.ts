/** Depth as pure functions over levels (trading A11). */
import { crc32OfText } from '../hashes/crc32.ts';
import type { Side } from '../protocol/commands.ts';
import { type Amount, MAX_UNITS, type Price, PRICE_SCALE } from '../fixed.ts';

/** Best first. */
export type Levels = readonly (readonly [price: Price, quantity: Amount])[];

/**
 * Levels on a coarser grid: bids go down to it and asks up, so the two sides never meet. Sums stop at 2^53 - 1.
 * All levels of the side go in, then the best `limit` come out.
 */
export function aggregateLevels(levels: Levels, side: Side, step: Price, limit: number): [Price, Amount][] {
  const sums: [Price, Amount][] = [];
  for (const [price, quantity] of levels) {
    const rest = price % step;
    const onGrid = (side === 'BUY' || rest === 0 ? price - rest : price - rest + step) as Price;
    const last = sums.at(-1);
    if (last !== undefined && last[0] === onGrid) {
      last[1] = Math.min(MAX_UNITS, last[1] + quantity) as Amount;
    } else {
      if (sums.length === limit) break;
      sums.push([onGrid, quantity]);
    }
  }
  return sums;
}

/** Decimals with which a market prints prices and quantities. */
export interface DepthDecimals {
  readonly price: number;
  readonly quantity: number;
  readonly baseScale: number;
}

const CHECKSUM_LEVELS = 10;

/** The text whose CRC-32 is the checksum: ten asks, ten bids, price then quantity, no dots, no leading zeros. */
export function checksumText(asks: Levels, bids: Levels, decimals: DepthDecimals): string {
  const pricePart = 10 ** (PRICE_SCALE - decimals.price);
  const quantityPart = 10 ** (decimals.baseScale - decimals.quantity);
  const print = (levels: Levels): string =>
    levels
      .slice(0, CHECKSUM_LEVELS)
      .map(([price, quantity]) => `${Math.floor(price / pricePart)}${Math.floor(quantity / quantityPart)}`)
      .join('');
  return print(asks) + print(bids);
}

/** CRC-32 of the best levels, by which a reader notices that it has missed a change. */
export function depthChecksum(asks: Levels, bids: Levels, decimals: DepthDecimals): number {
  return crc32OfText(checksumText(asks, bids, decimals));
}
