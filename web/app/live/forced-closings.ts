/** What liquidations and deleveragings closed of the user's positions: several receipts of one event are one closing. */
import type { Receipt } from '@agio/contracts/http/futures-shapes';
import { decimal, formatUnits } from '../../ui/decimal.ts';

export interface ForcedClosing {
  readonly kind: Receipt['kind'];
  /** Of the last step, which leads to the others by its place in the log. */
  readonly receiptId: string;
  readonly symbol: string;
  /** HEDGE: long and short of one contract closed against each other at mark; receipts do not say its result. */
  readonly direction: 'LONG' | 'SHORT' | 'HEDGE';
  readonly quantity: string;
  /** Average by value. */
  readonly price: string;
  /** What was gained or lost, the liquidation fee included. */
  readonly result: string;
  readonly fee: string;
  readonly time: number;
}

const SCALE = 8;

/** Of receipts in any order; newest first. Steps that closed nothing are none. */
export function forcedClosings(receipts: readonly Receipt[]): readonly ForcedClosing[] {
  const groups = new Map<string, Receipt[]>();
  for (const receipt of receipts) {
    const direction = directionOf(receipt);
    if (direction === null) continue;
    const key = `${seqOf(receipt)} ${receipt.kind} ${receipt.symbol} ${receipt.positionSide} ${direction}`;
    groups.set(key, [...(groups.get(key) ?? []), receipt]);
  }
  return [...groups.values()].map(closingOf).toSorted((a, b) => b.time - a.time);
}

/**
 * Of a page of receipts, newest first, those whose command it holds whole: more may follow of the oldest command where the page is not
 * the last. A command that fills a page alone is kept as it is.
 */
export function wholeCommands(page: {
  readonly items: readonly Receipt[];
  readonly total: number;
}): readonly Receipt[] {
  const { items, total } = page;
  if (items.length >= total) return items;
  const oldest = items.at(-1);
  const whole = items.filter((receipt) => seqOf(receipt) !== seqOf(oldest!));
  return whole.length > 0 ? whole : items;
}

/** The receipts that began a liquidation which closed nothing: margin was added, or canceled orders freed enough. */
export function avertedLiquidations(receipts: readonly Receipt[]): readonly Receipt[] {
  const closing = new Set(receipts.filter(({ quantity }) => /[1-9]/.test(quantity)).map(seqOf));
  return receipts.filter((receipt) => receipt.step === 'STARTED' && !closing.has(seqOf(receipt)));
}

/** Long against short is a closing of its own: it has one receipt, which is of both. */
function directionOf({ step, direction }: Receipt): ForcedClosing['direction'] | null {
  return step === 'HEDGE_CLOSED' ? 'HEDGE' : direction;
}

/** One command liquidates at once. */
const seqOf = ({ receiptId }: Receipt): string => receiptId.split('-')[0]!;

function closingOf(steps: readonly Receipt[]): ForcedClosing {
  let [quantity, value, realised, fee] = [0n, 0n, 0n, 0n];
  for (const step of steps) {
    const amount = decimal(step.quantity, SCALE);
    quantity += amount;
    value += amount * decimal(step.price, SCALE);
    realised += decimal(step.realised, SCALE);
    fee += decimal(step.fee, SCALE);
  }
  const { kind, symbol } = steps[0]!;
  const last = steps.reduce((a, b) => (Number(a.receiptId.split('-')[1]) > Number(b.receiptId.split('-')[1]) ? a : b));
  return {
    kind,
    receiptId: last.receiptId,
    symbol,
    direction: directionOf(steps[0]!)!,
    quantity: formatUnits(quantity, SCALE),
    price: formatUnits(quantity === 0n ? 0n : value / quantity, SCALE),
    result: formatUnits(realised - fee, SCALE),
    fee: formatUnits(fee, SCALE),
    time: last.time,
  };
}
