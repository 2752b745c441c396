/** What the futures wallet is worth, from its capital. Exact; units of USDT as decimal text. */
import type { Capital } from '@agio/contracts/http/futures-shapes';
import { decimal, formatUnits } from '../../../ui/decimal.ts';

const SCALE = 18;

export interface FuturesWallet {
  /** Unrealised gain or loss of all positions. */
  readonly unrealised: string;
  /** Balance and unrealised PnL. The own margin of isolated positions has left the balance, and is no part of it. */
  readonly equity: string;
  /** What positions and orders need. */
  readonly margin: string;
  /** All that the wallet stands for: equity and the margin of isolated positions. */
  readonly worth: string;
}

/** specification, section Futures: unrealised PnL is cross and isolated, equity is PnL and balance. */
export function futuresWalletOf(capital: Capital): FuturesWallet {
  const units = (text: string) => decimal(text, SCALE);
  const unrealised = units(capital.crossUnPNLSum) + units(capital.isolatedUnPNLSum);
  const equity = unrealised + units(capital.balance);
  const isolated = units(capital.isolatedMarginSum);
  const margin = units(capital.crossMarginSum) + isolated + units(capital.frozen);
  return {
    unrealised: formatUnits(unrealised, SCALE),
    equity: formatUnits(equity, SCALE),
    margin: formatUnits(margin, SCALE),
    worth: formatUnits(equity + isolated, SCALE),
  };
}

export const hasPositions = (capital: Capital): boolean =>
  /[1-9]/.test(capital.crossMarginSum + capital.isolatedMarginSum);
