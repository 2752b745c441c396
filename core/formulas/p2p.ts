import { floorDiv, min, ONE } from './rounding.ts';

/** P2P (trading C2 "p2p release"): what the buyer pays of the coin, rounded up, never more than there is. */
export function p2pFeeCeil(amount: bigint, rate: bigint): bigint {
  return min(amount, -floorDiv(-amount * rate, ONE));
}
