/** What events moved: coins into and out of SPOT with what they cost, and funds into and out of the account (decision 072). */
import { type CoreEvent, entriesOf, type EntryType } from '@agio/core';
import { followPrices, type Prices, VALUE_ASSET, valueOf } from './prices.ts';

export interface CoinMovement {
  readonly uid: number;
  readonly asset: string;
  /** Units; negative: they left. */
  readonly quantity: bigint;
  /** Units of USDT that coins cost that came in; null: unknown. Not used for coins that left. */
  readonly cost: bigint | null;
}

export interface AccountMove {
  readonly uid: number;
  readonly timeMs: number;
  /** Units of USDT at the price of the moment; negative: it left. Null: it had no price. */
  readonly value: bigint | null;
}

export interface Movements {
  readonly coins: CoinMovement[];
  readonly moves: AccountMove[];
  readonly havePricesChanged: boolean;
}

/** Entries of FUTURES that are no result of trading. */
const MOVED: ReadonlySet<EntryType> = new Set([
  'TRANSFER',
  'PRIZE',
  'PRIZE_CLAW_BACK',
  'COVER',
  'CORRECTION',
  'PROFIT_WITHHELD',
  'PROFIT_SHARE',
]);
export const isMoved = (type: EntryType): boolean => MOVED.has(type);

const isOwn = (wallet: string): boolean => wallet === 'SPOT' || wallet === 'FUTURES';

/** Follows the prices through the events. */
export function movementsOf(events: readonly CoreEvent[], prices: Prices): Movements {
  const coins: CoinMovement[] = [];
  const moves: AccountMove[] = [];
  let havePricesChanged = false;
  for (const event of events) {
    if (event.kind === 'Traded') coins.push(...tradedCoins(event, prices));
    else if (event.kind === 'FundsMoved' || event.kind === 'Posted') {
      coins.push(...movedCoins(event, prices));
      moves.push(...accountMoves(event, prices));
    }
    havePricesChanged = followPrices(prices, event) || havePricesChanged;
  }
  return {
    coins: coins.filter(({ asset, quantity }) => asset !== VALUE_ASSET && quantity !== 0n),
    moves,
    havePricesChanged,
  };
}

type Traded = Extract<CoreEvent, { kind: 'Traded' }>;

function tradedCoins(trade: Traded, prices: Prices): CoinMovement[] {
  const market = prices.markets.get(trade.symbol);
  if (!market) return [];
  const taker = {
    uid: trade.takerUid,
    isBuyer: trade.takerSide === 'BUY',
    fee: BigInt(trade.takerFee),
    feeAsset: trade.takerFeeAsset,
    voucher: BigInt(trade.takerVoucher ?? 0),
  };
  const maker = {
    uid: trade.makerUid,
    isBuyer: trade.takerSide === 'SELL',
    fee: BigInt(trade.makerFee),
    feeAsset: trade.makerFeeAsset,
    voucher: BigInt(trade.makerVoucher ?? 0),
  };
  return [maker, taker].flatMap(({ uid, isBuyer, fee, feeAsset, voucher }) => {
    const sign = isBuyer ? 1n : -1n;
    // What each side's own balance gained of the two assets, with its fee, and with what a voucher paid of that.
    const ofBase = sign * BigInt(trade.quantity) - (feeAsset === market.base ? fee : 0n);
    const ofQuote = -sign * BigInt(trade.amount) - (feeAsset === market.quote ? fee : 0n) + voucher;
    const brought = isBuyer ? { asset: market.base, quantity: ofBase } : { asset: market.quote, quantity: ofQuote };
    const paid = isBuyer ? { asset: market.quote, quantity: ofQuote } : { asset: market.base, quantity: ofBase };
    // Worth what was paid for it; a coin without a market in USDT is worth what it was sold for.
    const cost = valueOf(prices, paid.asset, -paid.quantity) ?? valueOf(prices, brought.asset, brought.quantity);
    return [
      { uid, ...paid, cost: null },
      { uid, ...brought, cost },
    ];
  });
}

type Moving = Extract<CoreEvent, { kind: 'FundsMoved' | 'Posted' }>;

/** Coins that come in otherwise than by a trade cost what they are worth in that moment. */
function movedCoins(event: Moving, prices: Prices): CoinMovement[] {
  const { asset } = event;
  return spotAmounts(event).map(({ uid, amount }) => ({
    uid,
    asset,
    quantity: amount,
    cost: amount > 0n ? valueOf(prices, asset, amount) : null,
  }));
}

function spotAmounts(event: Moving): { readonly uid: number; readonly amount: bigint }[] {
  if (event.kind === 'Posted')
    return event.entries
      .filter(({ uid, account }) => uid !== 0 && account === 'SPOT')
      .map(({ uid, amount }) => ({ uid, amount }));
  const amount = BigInt(event.amount);
  if (event.to === 'SPOT') return [{ uid: event.uid, amount }];
  return event.from === 'SPOT' ? [{ uid: event.uid, amount: -amount }] : [];
}

/** Moves between SPOT and FUTURES stay in the account. */
function accountMoves(event: Moving, prices: Prices): AccountMove[] {
  const { timeMs, asset } = event;
  const move = (uid: number, amount: bigint): AccountMove => ({ uid, timeMs, value: valueOf(prices, asset, amount) });
  if (event.kind === 'FundsMoved') {
    if (isOwn(event.from) === isOwn(event.to)) return [];
    return [move(event.uid, isOwn(event.to) ? BigInt(event.amount) : -BigInt(event.amount))];
  }
  // Coins for USDT within the account: what was paid for it is a loss.
  if (event.posting === 'DUST') return [];
  return [
    ...spotAmounts(event).map(({ uid, amount }) => move(uid, amount)),
    ...entriesOf(event, VALUE_ASSET)
      .filter(({ wallet }) => wallet === 'FUTURES')
      .map(({ uid, amount }) => move(uid, amount)),
  ];
}
