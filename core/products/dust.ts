/** Small balances become USDT: the house takes them over at the last price (trading C7). */
import { DUST_FEE_RATE, DUST_INTO, DUST_LIMIT, type DustGain, dustGain } from '../formulas/dust.ts';
import type { Amount, Price, Rate } from '../fixed.ts';
import { DAY_MS } from '../protocol/durations.ts';
import type { DustView } from '../protocol/dust-commands.ts';
import { isCount } from '../protocol/field-checks.ts';
import type { ProductCommandOf } from '../protocol/product-commands.ts';
import type { RejectCode } from '../protocol/rejects.ts';
import { CAPITAL_ACCOUNT } from '../protocol/words.ts';
import type { Market } from '../spot/market.ts';
import type { User } from '../users/user.ts';
import { type Books, THE_HOUSE } from './books.ts';

/** Most coins that one command converts. */
const COINS_MAX = 100;
/** From one conversion of a user to the next. */
const PAUSE_MS = DAY_MS;

/** A coin of a command, and what its balance gives. */
interface Part extends DustGain {
  readonly asset: number;
  readonly available: bigint;
}

interface Parts {
  readonly books: Books;
  /** Scale of the asset. */
  scale(asset: number): number;
  markets(): readonly Market[];
}

export class Dust {
  /** When users last converted, in the order in which they did; forgotten when they may again. */
  private readonly last = new Map<number, number>();
  private readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  /** A refusal, or what the user received. All of it or nothing. `seq` names the transfers. */
  convert(
    command: ProductCommandOf<'ConvertDust'>,
    { seq, timeMs }: { seq: number; timeMs: number },
  ): RejectCode | number {
    const { uid, coins, minReceived } = command;
    const { books } = this.parts;
    const assets = coins.map((coin) => books.asset(coin));
    const into = books.asset(DUST_INTO);
    if (into === undefined || assets.includes(undefined)) return 'UNKNOWN_ASSET';
    const isOnce = new Set(coins).size === coins.length;
    if (coins.length === 0 || coins.length > COINS_MAX || !isOnce || coins.includes(DUST_INTO)) return 'BAD_FIELDS';
    if (!isCount(minReceived)) return 'BAD_FIELDS';
    if (this.waitsUntilMs(uid, timeMs) > 0) return 'TOO_SOON';
    const user = books.users.find(uid);
    const found = (assets as number[]).map((asset) => this.partOf(user, asset, into));
    const refusal = found.find((part) => typeof part === 'string');
    if (refusal !== undefined) return refusal;
    const taken = found as Part[];
    const received = taken.reduce((sum, part) => sum + part.received, 0n);
    if (received < BigInt(minReceived)) return 'QUOTE_CHANGED';
    const value = taken.reduce((sum, part) => sum + part.value, 0n);
    if (user === undefined || books.holding(THE_HOUSE, CAPITAL_ACCOUNT, into) < value) return 'POOL_SHORT';
    for (const part of taken) this.post(seq, user, part, into);
    this.last.delete(uid);
    this.last.set(uid, timeMs);
    return Number(received);
  }

  /** Everything of the user that may be converted now, and what each coin would give. Changes nothing. */
  view(uid: number, timeMs: number): DustView {
    const { books, scale } = this.parts;
    const into = books.asset(DUST_INTO);
    const user = books.users.find(uid);
    const terms = {
      into: DUST_INTO,
      feeRate: DUST_FEE_RATE as Rate,
      limit: (into === undefined ? 0 : Number(this.limit(into))) as Amount,
      waitsUntilMs: this.waitsUntilMs(uid, timeMs),
    };
    if (into === undefined || user === undefined) return { ...terms, coins: [] };
    const assets = books.heldAssets(user).filter((asset) => asset !== into && books.spotFunds(user, asset) > 0n);
    const parts = assets
      .map((asset) => this.partOf(user, asset, into))
      .filter((part) => typeof part === 'object')
      .slice(0, COINS_MAX);
    return {
      ...terms,
      coins: parts.map(({ asset, available, value: worth, fee, received }) => ({
        asset: books.assetName(asset),
        scale: scale(asset),
        amount: available,
        price: this.priceOf(asset, into),
        value: worth,
        fee,
        received,
      })),
    };
  }

  /** When the user may convert again; 0: now. */
  private waitsUntilMs(uid: number, timeMs: number): number {
    const last = this.last.get(uid);
    return last === undefined || timeMs - last >= PAUSE_MS ? 0 : last + PAUSE_MS;
  }

  /** The time of the commands has moved on: forgets users who may convert again. */
  clock(timeMs: number): void {
    for (const [uid, last] of this.last) {
      if (timeMs - last < PAUSE_MS) return;
      this.last.delete(uid);
    }
  }

  /** Oldest first. */
  all(): readonly { readonly uid: number; readonly timeMs: number }[] {
    return [...this.last].map(([uid, timeMs]) => ({ uid, timeMs }));
  }
  restore({ uid, timeMs }: { readonly uid: number; readonly timeMs: number }): void {
    this.last.set(uid, timeMs);
  }

  private limit(into: number): bigint {
    return BigInt(DUST_LIMIT) * 10n ** BigInt(this.parts.scale(into));
  }

  /** Only of a market that trades: elsewhere the last price is one at which nobody can sell. */
  private marketOf(asset: number, into: number): Market | undefined {
    return this.parts
      .markets()
      .find(
        ({ base, quote, status, lastTicks }) =>
          base.index === asset && quote.index === into && status === 'TRADING' && lastTicks > 0,
      );
  }

  private priceOf(asset: number, into: number): Price {
    const market = this.marketOf(asset, into);
    return (market === undefined ? 0 : market.lastTicks * market.tickSize) as Price;
  }

  private partOf(user: User | undefined, asset: number, into: number): Part | 'NO_PRICE' | 'NOT_DUST' {
    const market = this.marketOf(asset, into);
    if (market === undefined) return 'NO_PRICE';
    const available = this.parts.books.spotFunds(user, asset);
    const { lastTicks, stepSize, unit, parameters } = market;
    const { minVolume, minAmount } = parameters;
    const gain = dustGain(available, { lastTicks, stepSize, unit, minVolume, minAmount }, this.limit(into));
    return gain === null ? 'NOT_DUST' : { asset, available, ...gain };
  }

  private post(seq: number, user: User, { asset, available, value, fee, received }: Part, into: number): void {
    const { books } = this.parts;
    const capital = (of: number) => books.named(THE_HOUSE, CAPITAL_ACCOUNT, of);
    books.move('DUST', seq, books.spot(user, asset), capital(asset), available);
    books.post('DUST', seq, [
      { ...capital(into), amount: -value },
      { ...books.spot(user, into), amount: received },
      { ...books.fees(into), amount: fee },
    ]);
  }
}
