/**
 * What each event adds to the own funds of a margin wallet: its balance and the own part of its isolated margins. The sum of
 * a wallet's entries is what it has, at any time; moves between balance and margin are none of them.
 */
import type { CoreEvent } from '../../protocol/events.ts';
import type { PostingKind } from '../../protocol/product-events.ts';
import { isMarginWallet } from './wallet-names.ts';
import type { MarginWallet } from '../../protocol/perp-commands.ts';

export type EntryType =
  | 'TRANSFER'
  | 'REALISED'
  | 'FEE'
  | 'LIQUIDATION_FEE'
  | 'FUNDING'
  /** What a fee voucher paid of a fee. */
  | 'FEE_VOUCHER'
  /** What bonus paid of a fee, funding or loss. */
  | 'BONUS'
  /** A wallet below zero without positions, made good by the insurance fund and, where that is empty, by the house. */
  | 'DEBT_COVERED'
  /** What the position of a voucher won. */
  | 'VOUCHER_PROFIT'
  | 'PRIZE'
  | 'PRIZE_CLAW_BACK'
  | 'COVER'
  | 'CORRECTION'
  | 'PROFIT_WITHHELD'
  /** What a copy wallet holds back for its lead, or has back of it. */
  | 'PROFIT_SHARE';

export interface StatementEntry {
  readonly uid: number;
  readonly wallet: MarginWallet;
  readonly type: EntryType;
  /** Empty where no contract is concerned. */
  readonly symbol: string;
  readonly asset: string;
  /** Units; negative for what was paid. */
  readonly amount: bigint;
}

const FUTURES = 'FUTURES';
/** Transfers of the house that name a user's margin wallet. */
const POSTINGS: Partial<Record<PostingKind, EntryType>> = {
  PRIZE: 'PRIZE',
  PRIZE_CLAW_BACK: 'PRIZE_CLAW_BACK',
  COVER_PAY: 'COVER',
  CORRECTION: 'CORRECTION',
  PROFIT_WITHHELD: 'PROFIT_WITHHELD',
  COPY_SHARE_ACCRUE: 'PROFIT_SHARE',
};

/**
 * `settle` is the asset in which the contracts settle. Entries of nothing are left out, and what a voucher's position does
 * until it is settled: its margin is the platform's.
 */
export function entriesOf(event: CoreEvent, settle: string): StatementEntry[] {
  return allOf(event, settle).filter(({ amount, wallet }) => amount !== 0n && isMarginWallet(wallet));
}

function allOf(event: CoreEvent, asset: string): StatementEntry[] {
  switch (event.kind) {
    case 'FundsMoved': {
      const { uid, asset: moved } = event;
      const amount = BigInt(event.amount);
      const entry = { uid, type: 'TRANSFER', symbol: '', asset: moved } as const;
      return [
        { ...entry, wallet: event.from, amount: -amount },
        { ...entry, wallet: event.to, amount },
      ];
    }
    case 'PerpTraded':
      return tradeEntries(event, asset);
    case 'FeeCovered':
      return [{ ...whose(event, asset), symbol: event.symbol, type: 'FEE_VOUCHER', amount: event.voucher }];
    case 'FundingPaid':
      return [{ ...whose(event, asset), symbol: event.symbol, type: 'FUNDING', amount: event.amount }];
    case 'ClosedAtValue':
      return [{ ...whose(event, asset), symbol: event.symbol, type: 'REALISED', amount: event.realised }];
    case 'DebtCovered':
      return [{ ...whose(event, asset), symbol: '', type: 'DEBT_COVERED', amount: event.fromFund + event.fromHouse }];
    case 'GrantChanged':
      return [{ uid: event.uid, wallet: FUTURES, type: 'BONUS', symbol: '', asset: event.asset, amount: event.used }];
    case 'VoucherSettled':
      return [{ uid: event.uid, wallet: FUTURES, type: 'VOUCHER_PROFIT', symbol: '', asset, amount: event.toUser }];
    case 'Posted': {
      const type = POSTINGS[event.posting];
      if (type === undefined) return [];
      return event.entries
        .filter(({ uid }) => uid !== 0)
        .map(({ uid, account, amount }) => ({ uid, wallet: account, type, symbol: '', asset: event.asset, amount }));
    }
    default:
      return [];
  }
}

function whose(
  { uid, wallet }: { readonly uid: number; readonly wallet: MarginWallet },
  asset: string,
): Pick<StatementEntry, 'uid' | 'wallet' | 'asset'> {
  return { uid, wallet, asset };
}

/** Both sides; the liquidation engine, which sells what it took over, has none. */
function tradeEntries(trade: Extract<CoreEvent, { kind: 'PerpTraded' }>, asset: string): StatementEntry[] {
  const { symbol, isLiquidation } = trade;
  const maker = { uid: trade.makerUid, wallet: trade.makerWallet, symbol, asset };
  const taker = { uid: trade.takerUid, wallet: trade.takerWallet, symbol, asset };
  const entries: StatementEntry[] = [
    { ...maker, type: 'REALISED', amount: trade.makerRealised },
    { ...maker, type: 'FEE', amount: -trade.makerFee },
  ];
  if (trade.takerOrderId === 0) return entries;
  return [
    ...entries,
    { ...taker, type: 'REALISED', amount: trade.takerRealised },
    { ...taker, type: isLiquidation ? 'LIQUIDATION_FEE' : 'FEE', amount: -trade.takerFee },
  ];
}
