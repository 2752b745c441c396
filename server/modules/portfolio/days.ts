/**
 * What an account earned from day to day (decision 072): pure sums over what the tables hold. A day is worth nothing but what was
 * counted and priced on it: where a price or the state of the account is not known, the day has no figure.
 */
import type { FuturesDay, MovesDay, PositionDay, SpotDay } from './day-rows.ts';
import { VALUE_ASSET, valueAt } from './prices.ts';

/** The last price of a market or a contract on a day, 10^-8. */
export interface DayPrice {
  /** The coin's, or the contract's. */
  readonly name: string;
  readonly day: number;
  readonly price: bigint;
}

/** Rows of before the first day are those that its beginning follows from. Each list oldest first. */
export interface Account {
  readonly spot: readonly Omit<SpotDay, 'uid'>[];
  readonly futures: readonly Omit<FuturesDay, 'uid'>[];
  readonly positions: readonly Omit<PositionDay, 'uid'>[];
  readonly moves: readonly Omit<MovesDay, 'uid'>[];
  readonly coinPrices: readonly DayPrice[];
  readonly marks: readonly DayPrice[];
  /** Decimals of each asset. */
  readonly scales: ReadonlyMap<string, number>;
  /** Records begin at the end of this day; null: when the account was opened. */
  readonly openedDay: number | null;
}

export interface DayResult {
  readonly day: number;
  /** Units of USDT, all of them. */
  readonly equity: bigint | null;
  readonly moved: bigint | null;
  readonly pnl: bigint | null;
  readonly futures: {
    readonly pnl: bigint;
    readonly realised: bigint;
    readonly fees: bigint;
    readonly funding: bigint;
  };
}

const NO_FUTURES = { pnl: 0n, realised: 0n, fees: 0n, funding: 0n };

/** Of each day from the first to the last, both included. */
export function resultsOf(account: Account, firstDay: number, lastDay: number): DayResult[] {
  const state = stateOf(account);
  const begun = Math.min(...[account.spot, account.futures].flatMap(([first]) => (first ? [first.day] : [])));
  state.moveTo(firstDay - 1);
  let before = state.equity();
  const results: DayResult[] = [];
  for (let day = firstDay; day <= lastDay; day += 1) {
    state.moveTo(day);
    const equity = day < begun ? null : state.equity();
    const move = account.moves.find((row) => row.day === day);
    const moved = day < begun || move?.is_unknown ? null : (move?.value ?? 0n);
    const isKnown = account.openedDay === null || day > account.openedDay;
    const pnl = equity === null || before === null || moved === null || !isKnown ? null : equity - before - moved;
    results.push({ day, equity, moved, pnl, futures: futuresOf(account, day) });
    before = day < begun ? before : equity;
  }
  return results;
}

function futuresOf({ futures }: Account, day: number): DayResult['futures'] {
  const row = futures.find((known) => known.day === day && known.asset === VALUE_ASSET);
  if (!row) return NO_FUTURES;
  const { realised, fees, funding, other } = row;
  return { pnl: realised + fees + funding + other, realised, fees, funding };
}

/** The account at the end of a day, moved forward from day to day. */
function stateOf(account: Account): { moveTo(day: number): void; equity(): bigint | null } {
  const spot = new Map<string, bigint>();
  const futures = new Map<string, bigint>();
  const positions = new Map<string, Omit<PositionDay, 'uid'>>();
  const coinPrices = new Map<string, bigint>([[VALUE_ASSET, 10n ** 8n]]);
  const marks = new Map<string, bigint>();
  const readers = [
    readerOf(account.spot, ({ asset, amount }) => spot.set(asset, amount)),
    readerOf(account.futures, ({ asset, realised, fees, funding, other, moved }) =>
      futures.set(asset, (futures.get(asset) ?? 0n) + realised + fees + funding + other + moved),
    ),
    readerOf(account.positions, (row) => positions.set(`${row.symbol} ${row.position_side}`, row)),
    readerOf(account.coinPrices, ({ name, price }) => coinPrices.set(name, price)),
    readerOf(account.marks, ({ name, price }) => marks.set(name, price)),
  ];
  return {
    moveTo(day) {
      for (const read of readers) read(day);
    },
    equity() {
      let sum = 0n;
      for (const [asset, amount] of [...spot, ...futures]) {
        if (amount === 0n) continue;
        const price = coinPrices.get(asset);
        if (price === undefined) return null;
        sum += asset === VALUE_ASSET ? amount : valueAt(amount, price, account.scales.get(asset) ?? 8);
      }
      for (const { symbol, direction, quantity, cost } of positions.values()) {
        if (quantity === 0n) continue;
        const mark = marks.get(symbol);
        if (mark === undefined) return null;
        const notional = (quantity * mark) / 10n ** 8n;
        sum += direction === 'LONG' ? notional - cost : cost - notional;
      }
      return sum;
    },
  };
}

/** Hands over the rows up to a day, each once. */
function readerOf<Row extends { readonly day: number }>(
  rows: readonly Row[],
  take: (row: Row) => unknown,
): (day: number) => void {
  let at = 0;
  return (day) => {
    for (; at < rows.length && rows[at]!.day <= day; at += 1) take(rows[at]!);
  };
}
