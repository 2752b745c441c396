/** Balances added up per asset and wallet, and what they are worth in USDT at the last prices. */
import { DEFAULTS } from '@agio/contracts/defaults';
import type { Capital } from '@agio/contracts/http/futures-shapes';
import { decimal, formatUnits } from '../../../ui/decimal.ts';
import type { Balance, Ticker, Wallet } from '../../api/types.ts';
import { futuresWalletOf, hasPositions } from './futures-wallet.ts';

export interface Holding {
  readonly asset: string;
  readonly total: string;
  readonly available: string;
  readonly locked: string;
  readonly byWallet: Readonly<Partial<Record<Wallet, string>>>;
  readonly price: string | null;
  readonly changePercent: string | null;
  /** Null where no market prices the asset in USDT. */
  readonly value: string | null;
}

export interface Portfolio {
  readonly holdings: readonly Holding[];
  readonly total: string;
  readonly walletTotals: Readonly<Record<Wallet, string>>;
  /** Of SPOT: what orders hold, and the rest. */
  readonly heldInOrders: string;
  readonly freeInSpot: string;
}

const SCALE = 18;
const UNIT = 10n ** BigInt(SCALE);
/** The quote asset of most markets: values are computed in it first. */
export const VALUE_CURRENCY = DEFAULTS.spotQuote;

/**
 * `capital` adds to the balance of the futures wallet what its positions stand for: their margin, and what they have gained or lost so
 * far. Without it that wallet counts with its balance alone.
 */
export function portfolioOf(
  balances: readonly Balance[],
  tickers: ReadonlyMap<string, Ticker>,
  capital: Capital | null = null,
): Portfolio {
  const margins = capital && hasPositions(capital) ? marginBalanceOf(capital) : null;
  const plain = balances.filter(({ wallet, asset }) => wallet !== margins?.wallet || asset !== margins.asset);
  const assets = [...new Set([...plain, ...(margins ? [margins] : [])].map(({ asset }) => asset))];
  const walletTotals: Record<Wallet, bigint> = { SPOT: 0n, FUTURES: 0n };
  let heldInOrders = 0n;
  const rows = assets.map((asset) => {
    const own = plain.filter((balance) => balance.asset === asset);
    const price = priceOf(asset, tickers);
    const byWallet: Partial<Record<Wallet, string>> = {};
    let available = 0n;
    let locked = 0n;
    for (const { wallet, ...amounts } of [...own, ...(asset === margins?.asset ? [margins] : [])]) {
      const [free, held] = [decimal(amounts.available, SCALE), decimal(amounts.locked, SCALE)];
      available += free;
      locked += held;
      byWallet[wallet] = formatUnits(free + held, SCALE);
      if (price === null) continue;
      walletTotals[wallet] += ((free + held) * price) / UNIT;
      if (wallet === 'SPOT') heldInOrders += (held * price) / UNIT;
    }
    const value = price === null ? null : ((available + locked) * price) / UNIT;
    return { asset, available, locked, byWallet, price, value };
  });
  const worth = (value: bigint | null) => value ?? -1n;
  rows.sort((a, b) =>
    worth(b.value) > worth(a.value) ? 1 : worth(b.value) < worth(a.value) ? -1 : a.asset.localeCompare(b.asset),
  );
  const text = (units: bigint) => formatUnits(units, SCALE);
  return {
    holdings: rows.map((row) => ({
      asset: row.asset,
      total: text(row.available + row.locked),
      available: text(row.available),
      locked: text(row.locked),
      byWallet: row.byWallet,
      price: row.price === null ? null : text(row.price),
      changePercent: tickers.get(row.asset + VALUE_CURRENCY)?.changePercent ?? null,
      value: row.value === null ? null : text(row.value),
    })),
    total: text(rows.reduce((sum, row) => sum + (row.value ?? 0n), 0n)),
    walletTotals: { SPOT: text(walletTotals.SPOT), FUTURES: text(walletTotals.FUTURES) },
    heldInOrders: text(heldInOrders),
    freeInSpot: text(walletTotals.SPOT - heldInOrders),
  };
}

/**
 * The wallet's worth, of which what can be used is free and what positions and orders need is held. Bonus is not counted: it can
 * never leave the wallet.
 */
function marginBalanceOf(capital: Capital): Balance {
  const worth = decimal(futuresWalletOf(capital).equity, SCALE);
  const usable = decimal(capital.available, SCALE);
  const own = worth > 0n ? worth : 0n;
  const free = usable < own ? usable : own;
  return {
    asset: capital.asset,
    wallet: 'FUTURES',
    available: formatUnits(free, SCALE),
    locked: formatUnits(worth - free, SCALE),
  };
}

function priceOf(asset: string, tickers: ReadonlyMap<string, Ticker>): bigint | null {
  if (asset === VALUE_CURRENCY) return UNIT;
  const ticker = tickers.get(asset + VALUE_CURRENCY);
  return ticker ? decimal(ticker.lastPrice, SCALE) : null;
}
