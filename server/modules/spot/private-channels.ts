/** What changed for each user, to their own sockets: orders, balances and fills as absolute values, once per batch. */
import type { Channel, Publisher } from '@agio/contracts/channel';
import type { BalanceView, CoreEvent, OpenOrderView, OrderView } from '@agio/core';
import type { EngineHandle, EventBatch } from '../../engine/index.ts';
import { attempt, type NoteFailure } from '../../failures/failures.ts';
import { createTrailTeller, type Markets } from '../markets/index.ts';
import { balanceOf } from '../wallet/index.ts';
import type { Channels } from './channels.ts';
import { makerFill, takerFill } from './fills.ts';
import { lastStates } from './projection.ts';
import type { KnownFill } from './repo.ts';
import { fillView, isTrailing, orderView } from './views.ts';

/** Every user's stream on a private channel is one topic to the gateway. */
const OWN = '';

const PART = 'private spot channels';

export function createPrivateChannels(engine: EngineHandle, markets: Markets, note: NoteFailure): Channels {
  const { live } = markets;
  let publisher: Publisher | null = null;

  const trails = createTrailTeller<OpenOrderView>({
    name: 'trailing stops of spot',
    channel: 'order',
    publisher: () => publisher,
    read: (names) => engine.query('trailingOrders', { orderIds: names.map(({ id }) => id) }),
    idOf: ({ orderId }) => orderId,
    tell: (uid, orders) => tellOrders(uid, engine.durableSeq, orders),
  });
  const follow = (orders: readonly OrderView[]): void => {
    for (const order of orders) if (isTrailing(order)) trails.follow({ uid: order.uid, id: order.orderId });
  };
  const tellOrders = (uid: number, seq: number, orders: readonly OrderView[]): void =>
    attempt(PART, note, () =>
      publisher?.publishTo(uid, 'order', {
        snapshot: false,
        seq,
        orders: orders.map((order) => orderView(live, order)),
      }),
    );
  engine.onEvents(PART, (batch) => {
    if (publisher) publishBatch(publisher, batch);
  });
  /** When the frame of one user on one channel fails, the failure is noted and that frame left out; all others are sent. */
  const publishBatch = (to: Publisher, { events, lastSeq: seq }: EventBatch): void => {
    const tell = (uid: number, channel: string, frame: () => object): void =>
      attempt(PART, note, () => to.publishTo(uid, channel, { snapshot: false, seq, ...frame() }));
    if (to.hasReaders('order', OWN)) {
      for (const [uid, orders] of Map.groupBy(lastStates(events), ({ uid }) => uid)) {
        follow(orders);
        tellOrders(uid, seq, orders);
      }
    }
    if (to.hasReaders('balance', OWN)) {
      for (const [uid, balances] of Map.groupBy(lastBalances(events), ({ uid }) => uid)) {
        tell(uid, 'balance', () => ({ balances: balances.map((balance) => balanceOf(markets, balance)) }));
      }
    }
    if (to.hasReaders('user_deal', OWN)) {
      for (const [uid, fills] of Map.groupBy(fillsOf(events), ({ fill }) => fill.uid)) {
        tell(uid, 'user_deal', () => ({ deals: fills.map(({ fill, order }) => fillView(live, fill, order)) }));
      }
    }
  };

  const own = (name: string, first: Channel['first']): Channel => ({ name, isPrivate: true, topic: () => OWN, first });
  return {
    channels: [
      own('order', async (_topic, uid) => {
        const seq = engine.durableSeq;
        const orders = await engine.query('openOrders', { uid, symbol: '' });
        follow(orders);
        return { snapshot: true, seq, orders: orders.map((order) => orderView(live, order)) };
      }),
      own('balance', async (_topic, uid) => {
        const seq = engine.durableSeq;
        const balances = await engine.query('balances', { uid });
        return { snapshot: true, seq, balances: balances.map((balance) => balanceOf(markets, balance)) };
      }),
      own('user_deal', async () => ({ snapshot: true, seq: engine.durableSeq, deals: [] })),
    ],
    jobs: [trails.job],
    start: (to) => void (publisher = to),
    stop: () => void (publisher = null),
  };
}

function lastBalances(events: readonly CoreEvent[]): Iterable<BalanceView> {
  const balances = new Map<string, BalanceView>();
  for (const event of events)
    if (event.kind === 'BalanceChanged') balances.set(`${event.uid} ${event.wallet} ${event.asset}`, event);
  return balances.values();
}

/** Each trade changes both of its orders within its command, so that they are known here. */
function fillsOf(events: readonly CoreEvent[]): KnownFill[] {
  const orders = new Map(lastStates(events).map((order) => [order.orderId, order]));
  const fills = events.flatMap((event) => (event.kind === 'Traded' ? [takerFill(event), makerFill(event)] : []));
  return fills.map((fill) => ({ fill, order: orders.get(fill.orderId) ?? null }));
}
