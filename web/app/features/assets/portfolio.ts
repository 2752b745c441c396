/** Balances added up per asset and wallet, and what they are worth at the last prices. */
import type { Capital } from '@agio/contracts/http/futures-shapes';
import { decimal, formatUnits } from '../../../ui/decimal.ts';
import type { Balance, Ticker, Wallet } from '../../api/types.ts';
import { futuresWalletOf, holdsMargin } from './futures-wallet.ts';
import { cutInCoin, type ShownValues } from './shown-values.ts';
import { VALUE_CURRENCY } from './value-currency.ts';

export interface Holding {
  readonly asset: string;
  readonly total: string;
  readonly available: string;
  /** What orders and positions hold. */
  readonly locked: string;
  /**
   * What isolated positions have gained or lost so far; that of cross positions is in what is available
   * (trading B6). Zero without them; what a wallet owes is taken off here.
   */
  readonly unrealised: string;
  readonly byWallet: Readonly<Partial<Record<Wallet, string>>>;
  readonly price: string | null;
  readonly changePercent: string | null;
  /** In VALUE_CURRENCY, exact; null where no market prices the asset in it. */
  readonly value: string | null;
  /** The same as it is shown. */
  readonly shownValue: string | null;
}

/** Sums of shown values: they add up. */
export interface Portfolio {
  readonly holdings: readonly Holding[];
  readonly total: string;
  /** The total in VALUE_CURRENCY. */
  readonly totalInCoin: string;
  readonly walletTotals: Readonly<Record<Wallet, string>>;
  /** Of SPOT: what orders hold, and the rest. */
  readonly heldInOrders: string;
  readonly freeInSpot: string;
}

const SCALE = 18;
const UNIT = 10n ** BigInt(SCALE);
const text = (units: bigint) => formatUnits(units, SCALE);

interface PortfolioInput {
  readonly balances: readonly Balance[];
  readonly tickers: ReadonlyMap<string, Ticker>;
  /** The state of the futures wallet; without it that wallet counts with its balance alone. */
  readonly capital: Capital | null;
  readonly shown: Pick<ShownValues, 'cut'>;
}

/** What one wallet holds of an asset, in units of 10^-18. */
interface Part {
  readonly wallet: Wallet;
  readonly asset: string;
  readonly free: bigint;
  readonly held: bigint;
  readonly unrealised: bigint;
}

/** One row an asset, the one that is worth most first. */
export function portfolioOf(input: PortfolioInput): Portfolio {
  const { tickers, shown } = input;
  const parts = partsOf(input);
  const walletTotals: Record<Wallet, bigint> = { SPOT: 0n, FUTURES: 0n };
  let [heldInOrders, totalInCoin] = [0n, 0n];
  const rows = [...new Set(parts.map(({ asset }) => asset))].map((asset) => {
    const price = priceOf(asset, tickers);
    const row = { asset, price, available: 0n, locked: 0n, unrealised: 0n, shownValue: 0n };
    const byWallet: Partial<Record<Wallet, string>> = {};
    for (const { wallet, free, held, unrealised } of parts.filter((part) => part.asset === asset)) {
      row.available += free;
      row.locked += held;
      row.unrealised += unrealised;
      byWallet[wallet] = text(free + held + unrealised);
      if (price === null) continue;
      // The parts of the spot wallet are shown one by one; a wallet with positions as a whole.
      const values = wallet === 'SPOT' ? [free, held] : [free + held + unrealised];
      const worth = values.map((amount) => text((amount * price) / UNIT));
      const cut = worth.map((value) => decimal(shown.cut(value), SCALE));
      row.shownValue += sumOf(cut);
      walletTotals[wallet] += sumOf(cut);
      totalInCoin += sumOf(worth.map((value) => decimal(cutInCoin(value), SCALE)));
      if (wallet === 'SPOT') heldInOrders += cut[1] ?? 0n;
    }
    const total = row.available + row.locked + row.unrealised;
    return { ...row, byWallet, total, value: price === null ? null : (total * price) / UNIT };
  });
  const worth = (value: bigint | null) => value ?? -1n;
  rows.sort((a, b) =>
    worth(b.value) > worth(a.value) ? 1 : worth(b.value) < worth(a.value) ? -1 : a.asset.localeCompare(b.asset),
  );
  return {
    holdings: rows.map((row) => ({
      asset: row.asset,
      total: text(row.total),
      available: text(row.available),
      locked: text(row.locked),
      unrealised: text(row.unrealised),
      byWallet: row.byWallet,
      price: row.price === null ? null : text(row.price),
      changePercent: tickers.get(row.asset + VALUE_CURRENCY)?.changePercent ?? null,
      value: row.value === null ? null : text(row.value),
      shownValue: row.value === null ? null : text(row.shownValue),
    })),
    total: text(walletTotals.SPOT + walletTotals.FUTURES),
    totalInCoin: text(totalInCoin),
    walletTotals: { SPOT: text(walletTotals.SPOT), FUTURES: text(walletTotals.FUTURES) },
    heldInOrders: text(heldInOrders),
    freeInSpot: text(walletTotals.SPOT - heldInOrders),
  };
}

const sumOf = (units: readonly bigint[]): bigint => units.reduce((sum, one) => sum + one, 0n);

function partsOf({ balances, capital }: PortfolioInput): readonly Part[] {
  const margins = capital && holdsMargin(capital) ? marginPartOf(capital) : null;
  const plain = balances
    .filter(({ wallet, asset }) => wallet !== margins?.wallet || asset !== margins.asset)
    .map(({ wallet, asset, available, locked }) => ({
      wallet,
      asset,
      free: decimal(available, SCALE),
      held: decimal(locked, SCALE),
      unrealised: 0n,
    }));
  return margins ? [...plain, margins] : plain;
}

/**
 * The futures wallet's worth: what can be used, what its positions and orders hold, and the result of isolated positions, which can be
 * used only once it is realised. Bonus is not counted: it can never leave the wallet, and what it holds is nobody's own.
 */
function marginPartOf(capital: Capital): Part {
  const units = (amount: string) => decimal(amount, SCALE);
  const unrealised = units(capital.isolatedUnPNLSum);
  const own = units(futuresWalletOf(capital).equity) - unrealised;
  const usable = units(capital.available) - units(capital.expMoney);
  const free = usable < 0n || own < 0n ? 0n : usable < own ? usable : own;
  const rest = own - free;
  // Nothing can be held of a wallet that owes more than it has: what it owes stands with the result of its positions.
  const [held, owed] = rest < 0n ? [0n, rest] : [rest, 0n];
  return { wallet: 'FUTURES', asset: capital.asset, free, held, unrealised: unrealised + owed };
}

function priceOf(asset: string, tickers: ReadonlyMap<string, Ticker>): bigint | null {
  if (asset === VALUE_CURRENCY) return UNIT;
  const ticker = tickers.get(asset + VALUE_CURRENCY);
  return ticker ? decimal(ticker.lastPrice, SCALE) : null;
}
