/**
 * Favorite markets of somebody who is logged in: the account keeps them, the page shows at once what was clicked. Calls go one after
 * the other, so that a star clicked twice ends as it was clicked last. Knows neither React nor how calls are sent.
 */
import type { BodyOf, QueryOf } from '@agio/contracts/calls';

export type FavoriteType = NonNullable<QueryOf<'GET /web/optional/api/v1/user/own'>['type']>;
export type FavoriteChange = Required<BodyOf<'POST /web/optional/update_optional_symbol'>>;

/** Both answer the whole list of that type, in the order in which it was added. */
export interface FavoriteCalls {
  read(type: FavoriteType): Promise<readonly string[]>;
  update(change: FavoriteChange): Promise<readonly string[]>;
}

interface AccountFavoritesOptions {
  readonly type: FavoriteType;
  readonly calls: FavoriteCalls;
  /** Favorites that were chosen on this device without a log-in; each is given to the account once. */
  readonly fromDevice: readonly string[];
  show(symbols: readonly string[]): void;
  /** The account has this one now, the device need not keep it any longer. */
  onAdopted(symbol: string): void;
  /** The change is taken back from what is shown. */
  onFailed(change: FavoriteChange, isFromDevice: boolean): void;
}

export interface AccountFavorites {
  /** Rejects when the account's list cannot be read; may be called again then. */
  load(): Promise<void>;
  toggle(symbol: string): Promise<void>;
}

export function createAccountFavorites(options: AccountFavoritesOptions): AccountFavorites {
  const { type, calls } = options;
  /** What the account said last; null before its first answer. */
  let confirmed: readonly string[] | null = null;
  let waiting: readonly FavoriteChange[] = [];
  let turn: Promise<unknown> = Promise.resolve();

  const shown = () => waiting.reduce(changed, confirmed ?? options.fromDevice);
  const show = () => options.show(shown());
  /** Answers whether the account took it. */
  const send = (change: FavoriteChange, isFromDevice: boolean): Promise<boolean> => {
    waiting = [...waiting, change];
    show();
    const sent = turn.then(async () => {
      try {
        confirmed = await calls.update(change);
        return true;
      } catch {
        options.onFailed(change, isFromDevice);
        return false;
      } finally {
        waiting = waiting.filter((other) => other !== change);
        show();
      }
    });
    turn = sent;
    return sent;
  };

  return {
    async load() {
      const read = turn.then(() => calls.read(type));
      turn = read.catch(() => null);
      const known = await read;
      confirmed = known;
      show();
      for (const symbol of options.fromDevice) {
        // One that failed stays on the device for the next page; the rest would most likely fail as well.
        if (!known.includes(symbol) && !(await send({ type, symbol, operationType: 'ADD' }, true))) return;
        options.onAdopted(symbol);
      }
    },
    async toggle(symbol) {
      const operationType = shown().includes(symbol) ? 'DELETE' : 'ADD';
      await send({ type, symbol, operationType }, false);
    },
  };
}

function changed(symbols: readonly string[], { symbol, operationType }: FavoriteChange): readonly string[] {
  if (operationType === 'DELETE') return symbols.filter((known) => known !== symbol);
  return symbols.includes(symbol) ? symbols : [...symbols, symbol];
}
