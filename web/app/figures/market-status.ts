/** What a market or contract with a restriction still takes (trading A8, B1). Pure. */
import type { Restriction } from '@agio/contracts/market-restrictions';

interface NewOrder {
  readonly isPostOnly: boolean;
  /** It can only make a position smaller. */
  readonly closes: boolean;
}

export function takesOrder(restriction: Restriction | null, { isPostOnly, closes }: NewOrder): boolean {
  switch (restriction) {
    case null:
      return true;
    case 'PRE_OPEN':
    case 'POST_ONLY':
      return isPostOnly;
    case 'REDUCE_ONLY':
      return closes;
    default:
      return false;
  }
}

/** Whether an order that waits for a price can fire; else it goes on waiting, also where its price has come. */
export function firesNow(restriction: Restriction | null): boolean {
  return restriction === null || restriction === 'REDUCE_ONLY';
}
