/** The user's own orders, conditional orders, positions, wallet and settings of perpetuals, as the private socket tells them. */
import type { Capital, FuturesOrder, Position, Preference, StopOrder } from '@agio/contracts/http/futures-shapes';
import type { FuturesPrivateChannelData } from '@agio/contracts/ws/futures';
import type { LiveSocket } from '../socket.ts';
import { createStore, type Store } from '../store.ts';
import { withTrail } from '../trail.ts';
import { isExit } from './is-exit.ts';

export interface FuturesAccountSeed {
  readonly orders: readonly FuturesOrder[] | null;
  readonly stopOrders: readonly StopOrder[] | null;
  readonly positions: readonly Position[] | null;
  readonly capital: Capital | null;
  readonly preference: Preference | null;
}

export interface FuturesAccount {
  /** Newest first; null until the first answer or frame. */
  readonly orders: Store<readonly FuturesOrder[] | null>;
  readonly stopOrders: Store<readonly StopOrder[] | null>;
  readonly positions: Store<readonly Position[] | null>;
  readonly capital: Store<Capital | null>;
  /** By symbol. */
  readonly preferences: Store<ReadonlyMap<string, Preference>>;
  /** How often something ended or was filled: the histories ask again when it changes. */
  readonly revision: Store<number>;
  connect(socket: LiveSocket<FuturesPrivateChannelData>): () => void;
  /** What a call answered, shown before the socket says it too. */
  acceptOrders(orders: readonly FuturesOrder[]): void;
  acceptStopOrders(orders: readonly StopOrder[]): void;
  acceptPositions(positions: readonly Position[]): void;
  acceptPreference(preference: Preference): void;
}

const LIVE: ReadonlySet<FuturesOrder['status']> = new Set(['NEW', 'PARTIALLY_FILLED']);

export function createFuturesAccount(seed: FuturesAccountSeed): FuturesAccount {
  const revision = createStore(0);
  const changed = () => revision.set(revision.get() + 1);
  const orders = ownList(seed.orders, {
    idOf: (order) => order.orderId,
    isOpen: (order) => LIVE.has(order.status),
    onEnd: changed,
  });
  const stopOrders = ownList(seed.stopOrders, {
    idOf: (order) => order.stopOrderId,
    isOpen: (order) => order.status === 'NEW',
    withKnown: withTrail,
    onEnd: changed,
  });
  const positions = ownList(seed.positions, {
    idOf: (position) => position.positionId,
    // Frames do not tell the lights: those of the last answer stay.
    withKnown: (fresh, known) => (fresh.adlLights === 0 ? { ...fresh, adlLights: known.adlLights } : fresh),
    isOpen: (position) => /[1-9]/.test(position.quantity),
    onEnd: changed,
  });
  const capital = createStore(seed.capital);
  const first = seed.preference;
  const preferences = createStore<ReadonlyMap<string, Preference>>(new Map(first ? [[first.symbol, first]] : []));
  const mergePreferences = (fresh: readonly Preference[]) =>
    preferences.set(new Map([...preferences.get(), ...fresh.map((one) => [one.symbol, one] as const)]));
  return {
    orders: orders.store,
    stopOrders: stopOrders.store,
    positions: positions.store,
    capital,
    preferences,
    revision,
    acceptOrders: (fresh) => orders.merge(fresh, false),
    acceptStopOrders: (fresh) => stopOrders.merge(fresh, false),
    acceptPositions: (fresh) => positions.merge(fresh, false),
    acceptPreference: (preference) => mergePreferences([preference]),
    connect(socket) {
      const stops = (['stop_order', 'tpsl', 'trailing_stop'] as const).map((channel) =>
        socket.subscribe(channel, {}, ({ snapshot, orders: fresh }) => {
          stopOrders.merge(fresh, snapshot ? (order) => channelOf(order) === channel : false);
        }),
      );
      const leaves = [
        ...stops,
        socket.subscribe('order', {}, ({ snapshot, orders: fresh }) => orders.merge(fresh, snapshot)),
        socket.subscribe('position', {}, ({ snapshot, positions: fresh }) => positions.merge(fresh, snapshot)),
        socket.subscribe('balance', {}, (data) => capital.set(data.capital)),
        socket.subscribe('preference', {}, (data) => mergePreferences(data.preferences)),
        socket.subscribe('mode', {}, ({ positionMode }) =>
          mergePreferences([...preferences.get().values()].map((one) => ({ ...one, positionMode }))),
        ),
        socket.subscribe('user_deal', {}, ({ snapshot }) => {
          if (!snapshot) changed();
        }),
        socket.subscribe('deal_notice', {}, ({ snapshot }) => {
          if (!snapshot) changed();
        }),
      ];
      return () => {
        for (const leave of leaves) leave();
      };
    },
  };
}

/** On which channel a conditional order is told: a snapshot of one says nothing about the others. */
function channelOf(stop: StopOrder): 'stop_order' | 'tpsl' | 'trailing_stop' {
  if (isExit(stop)) return 'tpsl';
  return stop.type === 'TRAILING_STOP' ? 'trailing_stop' : 'stop_order';
}

interface Kind<T> {
  idOf(item: T): number;
  isOpen(item: T): boolean;
  /** What the former state of the same item adds to a fresh one. */
  withKnown?(fresh: T, known: T): T;
  onEnd(): void;
}

interface Timed {
  readonly updatedAt: number;
}

/** What is open of one kind, newest first. Answers and frames may come in any order: the later change of one counts. */
function ownList<T extends Timed>(first: readonly T[] | null, { idOf, isOpen, onEnd, withKnown }: Kind<T>) {
  const newestFirst = (items: Iterable<T>) => [...items].toSorted((a, b) => idOf(b) - idOf(a));
  const store = createStore<readonly T[] | null>(first && newestFirst(first));
  const ended = new Set<number>();
  return {
    store,
    /** `replaces`: the fresh ones are all there is, or all of those that it names. */
    merge(fresh: readonly T[], replaces: boolean | ((item: T) => boolean)): void {
      const isReplaced = typeof replaces === 'function' ? replaces : () => replaces;
      const kept = (store.get() ?? []).filter((item) => !isReplaced(item));
      const byId = new Map(kept.map((item) => [idOf(item), item]));
      for (const item of fresh) {
        const id = idOf(item);
        if (!isOpen(item)) {
          byId.delete(id);
          ended.add(id);
          onEnd();
          continue;
        }
        const known = byId.get(id);
        if (ended.has(id) || (known !== undefined && known.updatedAt > item.updatedAt)) continue;
        byId.set(id, known && withKnown ? withKnown(item, known) : item);
      }
      store.set(newestFirst(byId.values()));
    },
  };
}
