import { useMemo } from 'react';
import { compareDecimals } from '../../../../ui/decimal.ts';
import type { Capital, Contract } from '../../../api/calls/futures.ts';
import type { UserRate } from '../../../api/types.ts';
import { useSlowStore, useStore } from '../../../live-views/use-store.ts';
import { useSlowLastPrice } from '../../../terminal/use-last-price.ts';
import { accountAtMarks, type AccountState } from '../account-at-marks.ts';
import { marksOf, type MarginState, unitsOf } from '../margin.ts';
import { useFuturesMarket, useMarks, usePreference } from '../futures-market.ts';
import type { TicketContext } from './ticket-preview.ts';

/** The preview follows the book at this pace; the order itself is judged by the engine at its own moment. */
const PREVIEW_MS = 300;

/** Of a wallet that nobody has told yet, or of a visitor. */
const NO_CAPITAL = {
  balance: '0',
  available: '0',
  transferable: '0',
  crossUnPNLSum: '0',
  isolatedUnPNLSum: '0',
  crossMarginSum: '0',
  isolatedMarginSum: '0',
  maintenanceMarginSum: '0',
  frozen: '0',
  expMoney: '0',
  bonuses: [],
  positionMode: 'ONE_WAY',
  closeOnly: false,
} satisfies Omit<Capital, 'asset'>;

export interface LiveTicketContext extends TicketContext {
  /** The wallet with all its contracts, of the same moment. */
  readonly account: AccountState;
}

export function useTicketContext(): LiveTicketContext {
  const { contract, contracts, feed, account, userRate } = useFuturesMarket();
  const preference = usePreference();
  const book = useSlowStore(feed.book, PREVIEW_MS);
  const tickers = useMarks();
  const positions = useStore(account.positions);
  const orders = useStore(account.orders);
  const preferences = useStore(account.preferences);
  const told = useStore(account.capital);
  const lastPrice = useSlowLastPrice(PREVIEW_MS);
  return useMemo(() => {
    const capital = told ?? { ...NO_CAPITAL, asset: contract.settle };
    const marks = marksOf(tickers);
    const state: MarginState = {
      contract,
      contracts,
      preference,
      mark: marks.get(contract.symbol) ?? 0n,
      positions: positions ?? [],
      orders: (orders ?? []).filter(({ symbol }) => symbol === contract.symbol),
      capital,
      marks,
    };
    const wallet: AccountState = {
      capital,
      positions: positions ?? [],
      orders: orders ?? [],
      preferences,
      contracts,
      marks,
    };
    const { available } = accountAtMarks(wallet);
    const feeRates = feeRatesOf(contract, userRate);
    const index = unitsOf(tickers.get(contract.symbol)?.indexPrice ?? '0');
    const isAccountKnown = positions !== null && orders !== null;
    return { state, isAccountKnown, book, lastPrice, index, available, feeRates, account: wallet };
  }, [contract, contracts, preference, book, tickers, positions, orders, preferences, told, lastPrice, userRate]);
}

/** What the user pays in a contract, in 10^-8: the own rate where it is lower than the contract's. */
export function feeRatesOf(contract: Contract, userRate: UserRate | null): TicketContext['feeRates'] {
  const lesser = (own: string | undefined, its: string) =>
    unitsOf(own !== undefined && compareDecimals(own, its) < 0 ? own : its);
  return {
    maker: lesser(userRate?.futureMakerRate, contract.makerFeeRate),
    taker: lesser(userRate?.futureTakerRate, contract.takerFeeRate),
  };
}
