/** What the futures wallet is worth, from its capital. Exact; units of USDT as decimal text. */
import type { Capital } from '@agio/contracts/http/futures-shapes';
import { decimal, formatUnits } from '../../../ui/decimal.ts';

const SCALE = 18;

export interface FuturesWallet {
  /** What is in the wallet, the margin that isolated positions have taken out of it for themselves included. */
  readonly balance: string;
  /** Unrealised gain or loss of all positions. */
  readonly unrealised: string;
  /** All that the wallet stands for: balance and unrealised PnL. */
  readonly equity: string;
  /** What positions and orders need. */
  readonly margin: string;
}

/**
 * specification, section Futures: unrealised PnL is cross and isolated, equity is PnL and balance. All three speak of all positions; the
 * terminal's are those of the cross account alone, and say so.
 */
export function futuresWalletOf(capital: Capital): FuturesWallet {
  const units = (text: string) => decimal(text, SCALE);
  const unrealised = units(capital.crossUnPNLSum) + units(capital.isolatedUnPNLSum);
  const isolated = units(capital.isolatedMarginSum);
  const balance = units(capital.balance) + isolated;
  const margin = units(capital.crossMarginSum) + isolated + units(capital.frozen);
  return {
    balance: formatUnits(balance, SCALE),
    unrealised: formatUnits(unrealised, SCALE),
    equity: formatUnits(balance + unrealised, SCALE),
    margin: formatUnits(margin, SCALE),
  };
}

/** Whether positions or orders hold a part of the wallet. */
export const holdsMargin = (capital: Capital): boolean => hasPositions(capital) || /[1-9]/.test(capital.frozen);

export const hasPositions = (capital: Capital): boolean =>
  /[1-9]/.test(capital.crossMarginSum + capital.isolatedMarginSum);
