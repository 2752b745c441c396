/** What changed for each user in futures, to their own sockets, as absolute values and once per batch. */
import type { Channel, Publisher } from '@agio/contracts/channel';
import type { CoreEvent, EventKind, OpenStopOrderView, StopOrderView } from '@agio/core';
import type { EngineHandle, EventBatch } from '../../engine/index.ts';
import { attempt, type NoteFailure } from '../../failures/failures.ts';
import { createTrailTeller, type TrailTeller } from '../markets/index.ts';
import type { ContractChannels } from './public-channels.ts';
import type { LiveContracts } from './live.ts';
import { WALLET } from './order-request.ts';
import { createSenders, fillOf, type Senders } from './fill-views.ts';
import { endReasonOf, liquidationOutcomes } from './liquidation-outcomes.ts';
import { lastOf, ofKind } from './projection.ts';
import { ownFills } from './repo.ts';
import type { FuturesTrading } from './trading.ts';
import * as views from './views.ts';

/** Every user's stream on a private channel is one topic to the gateway. */
const OWN = '';
/** How often changed wallets are sent to their readers. Changes that come from the mark alone are computed by the page. */
const CAPITAL_EVERY_MS = 200;
/** Names under which failures of these parts are counted in the metrics. */
const PART = 'private futures channels';
const CAPITAL = 'channel of the futures wallet';

type Event<K extends EventKind> = Extract<CoreEvent, { kind: K }>;

/** On which channel a conditional order is told. */
function channelOf(stop: StopOrderView): 'stop_order' | 'tpsl' | 'trailing_stop' {
  if (stop.group !== 'OWN') return 'tpsl';
  return stop.type === 'TRAILING_STOP' ? 'trailing_stop' : 'stop_order';
}

export function createFuturesPrivateChannels(
  engine: EngineHandle,
  live: LiveContracts,
  trading: FuturesTrading,
  note: NoteFailure,
): ContractChannels {
  let publisher: Publisher | null = null;
  /** Users whose wallet changed since the last capital frame. */
  const moved = new Set<number>();
  const senders = createSenders();

  const trails = createTrailTeller<OpenStopOrderView>({
    name: 'trailing stops of futures',
    channel: 'trailing_stop',
    publisher: () => publisher,
    read: (names) =>
      engine.query('trailingStops', {
        names: names.map(({ uid, id }) => ({ uid, stopOrderId: id })),
        wallet: WALLET,
      }),
    idOf: ({ stopOrderId }) => stopOrderId,
    tell: (uid, stops) =>
      attempt(PART, note, () => {
        const orders = stops.map(views.stopOrderOf);
        publisher?.publishTo(uid, 'trailing_stop', { snapshot: false, seq: engine.durableSeq, orders });
      }),
  });
  engine.onEvents(PART, (batch) => {
    if (publisher === null) return;
    for (const event of batch.events) {
      // The page reads its histories and the marks of its chart anew as soon as it hears of a liquidation.
      if (event.kind === 'Liquidated' || event.kind === 'Deleveraged') trading.told(event.uid, event.seq);
      if (event.kind === 'StopOrderChanged' && event.type === 'TRAILING_STOP')
        trails.follow({ uid: event.uid, id: event.stopOrderId });
      const touches = event.kind === 'PositionChanged' || event.kind === 'PerpOrderChanged' || isFuturesBalance(event);
      if (touches) moved.add(event.uid);
    }
    senders.learn(batch.events);
    publishBatch(publisher, live, senders, batch, note);
    senders.forget(batch.events);
  });

  const sendWallets = async (): Promise<void> => {
    const to = publisher;
    const users = [...moved];
    moved.clear();
    if (!to?.hasReaders('balance', OWN)) return;
    for (const uid of users) {
      try {
        const { view, balance } = await trading.capital(uid);
        const capital = views.capitalOf(view, balance);
        to.publishTo(uid, 'balance', { snapshot: false, seq: engine.durableSeq, capital });
        const frame = await positionsFrame(live, trading, uid, () => moved.has(uid));
        if (frame !== null) to.publishTo(uid, 'position', { snapshot: false, seq: engine.durableSeq, ...frame });
      } catch (error) {
        // This wallet is sent with the next frames; the others' follow now.
        moved.add(uid);
        note(CAPITAL, error);
      }
    }
  };

  return {
    channels: ownChannels(engine, live, trading, trails),
    jobs: [{ name: CAPITAL, everyMs: CAPITAL_EVERY_MS, run: sendWallets }, trails.job],
    start: (to) => void (publisher = to),
    stop: () => void (publisher = null),
  };
}

/**
 * What a wallet holds moves the liquidation prices of its cross positions, of which no event tells. Null: there is none, or something
 * happened meanwhile. That was told before this answer, which must not bring back a position that was closed.
 */
async function positionsFrame(
  live: LiveContracts,
  trading: FuturesTrading,
  uid: number,
  hasMoved: () => boolean,
): Promise<object | null> {
  const positions = await trading.positions(uid, '');
  if (positions.length === 0 || hasMoved()) return null;
  return { positions: positions.map((position) => views.positionOf(live, position)) };
}

function isFuturesBalance(event: CoreEvent): event is Event<'BalanceChanged'> {
  return event.kind === 'BalanceChanged' && event.wallet === WALLET;
}

/** When the frame of one user on one channel fails, the failure is noted and that frame left out; all others are sent. */
function publishBatch(
  to: Publisher,
  live: LiveContracts,
  senders: Senders,
  { events, lastSeq: seq }: EventBatch,
  note: NoteFailure,
): void {
  const tell = (uid: number, channel: string, frame: () => object): void =>
    attempt(PART, note, () => to.publishTo(uid, channel, { snapshot: false, seq, ...frame() }));
  const send = <K extends EventKind>(
    channel: string,
    field: string,
    items: readonly (Event<K> & { readonly uid: number; readonly wallet: string })[],
    show: (item: Event<K>) => unknown,
  ): void => {
    if (items.length === 0 || !to.hasReaders(channel, OWN)) return;
    for (const [uid, own] of Map.groupBy(
      items.filter(({ wallet }) => wallet === WALLET),
      ({ uid }) => uid,
    ))
      tell(uid, channel, () => ({ [field]: own.map(show) }));
  };
  const stops = lastOf(events, 'StopOrderChanged', (stop) => stop.stopOrderId);
  const outcomes = liquidationOutcomes(events);
  send<'PerpOrderChanged'>(
    'order',
    'orders',
    lastOf(events, 'PerpOrderChanged', (order) => order.orderId),
    (order) => ({ ...views.orderOf(order), reason: endReasonOf(order, outcomes) }),
  );
  for (const channel of ['stop_order', 'tpsl', 'trailing_stop'] as const)
    send<'StopOrderChanged'>(
      channel,
      'orders',
      stops.filter((stop) => channelOf(stop) === channel),
      (stop) => ({ ...views.stopOrderOf(stop), reason: endReasonOf(stop, outcomes) }),
    );
  send<'PositionChanged'>(
    'position',
    'positions',
    lastOf(events, 'PositionChanged', (position) => position.positionId),
    (position) => views.positionOf(live, position),
  );
  send<'PreferenceChanged'>(
    'preference',
    'preferences',
    ofKind(events, 'PreferenceChanged').filter(({ symbol }) => symbol !== ''),
    (changed) => views.preferenceOf(changed.symbol, changed),
  );
  send<'Liquidated'>('deal_notice', 'notices', ofKind(events, 'Liquidated'), views.receiptOf);
  send<'Deleveraged'>('deal_notice', 'notices', ofKind(events, 'Deleveraged'), views.receiptOf);
  for (const mode of ofKind(events, 'PreferenceChanged').filter(
    ({ symbol, wallet }) => symbol === '' && wallet === WALLET,
  ))
    tell(mode.uid, 'mode', () => ({ positionMode: mode.mode }));
  const fills = ownFills(events).filter(({ wallet }) => wallet === WALLET);
  if (fills.length === 0 || !to.hasReaders('user_deal', OWN)) return;
  for (const [uid, own] of Map.groupBy(fills, ({ uid }) => uid))
    tell(uid, 'user_deal', () => ({ deals: own.map((fill) => fillOf(fill, senders.of(fill.orderId))) }));
}

function ownChannels(
  engine: EngineHandle,
  live: LiveContracts,
  trading: FuturesTrading,
  trails: TrailTeller,
): Channel[] {
  const own = (name: string, first: (uid: number) => Promise<object>): Channel => ({
    name,
    isPrivate: true,
    topic: () => OWN,
    async first(_topic, uid) {
      const seq = engine.durableSeq;
      return { snapshot: true, seq, ...(await first(uid)) };
    },
  });
  const stopsOf = (name: ReturnType<typeof channelOf>): Channel =>
    own(name, async (uid) => {
      const stops = (await trading.openStopOrders(uid, '')).filter((stop) => channelOf(stop) === name);
      if (name === 'trailing_stop') for (const { stopOrderId } of stops) trails.follow({ uid, id: stopOrderId });
      return { orders: stops.map(views.stopOrderOf) };
    });
  return [
    own('order', async (uid) => ({ orders: (await trading.openOrders(uid, '')).map(views.orderOf) })),
    stopsOf('stop_order'),
    stopsOf('tpsl'),
    stopsOf('trailing_stop'),
    own('position', async (uid) => ({
      positions: (await trading.positions(uid, '')).map((position) => views.positionOf(live, position)),
    })),
    own('balance', async (uid) => {
      const { view, balance } = await trading.capital(uid);
      return { capital: views.capitalOf(view, balance) };
    }),
    own('preference', async (uid) => {
      const symbols = [...live.contracts.keys()];
      const known = await Promise.all(symbols.map((symbol) => trading.preference(uid, symbol)));
      return { preferences: known.map((preference, at) => views.preferenceOf(symbols[at]!, preference)) };
    }),
    own('mode', async (uid) => {
      const [symbol] = live.contracts.keys();
      const mode = symbol === undefined ? 'ONE_WAY' : (await trading.preference(uid, symbol)).mode;
      return { positionMode: mode };
    }),
    own('user_deal', async () => ({ deals: [] })),
    own('deal_notice', async () => ({ notices: [] })),
  ];
}
