/** First answers of keyed commands, as bytes (see state-machine/idempotency.ts). */
import type { CommandResult, EndReason, OrderView, Outcome } from '../protocol/events.ts';
import { type ByteReader, FormatError } from './bytes.ts';
import type { Field } from './field.ts';
import { CODE, COUNT, list, wordIndex, record, TEXT } from './fields.ts';
import { PERP_ORDER_VIEW, STOP_ORDER_VIEW } from './perp-views.ts';
import { END_REASONS, ORDER_STATUSES, ORDER_TYPES, SIDES, STP_MODES, TIMES_IN_FORCE } from '../protocol/words.ts';

/** Version 1 knows plain orders only. */
const LATER = { write: COUNT.write, read: (r: ByteReader): never => (r.version === 1 ? 0 : r.count()) as never };

const ORDER_VIEW: Field<OrderView> = record<OrderView>({
  orderId: COUNT,
  uid: COUNT,
  symbol: TEXT,
  side: wordIndex(SIDES),
  type: wordIndex(ORDER_TYPES),
  timeInForce: wordIndex(TIMES_IN_FORCE),
  price: COUNT,
  quantity: COUNT,
  quoteAmount: COUNT,
  filledQuantity: COUNT,
  filledAmount: COUNT,
  preventedQuantity: COUNT,
  stpMode: wordIndex(STP_MODES),
  clientOrderId: TEXT,
  status: wordIndex(ORDER_STATUSES),
  reason: wordIndex(END_REASONS) as Field<EndReason>,
  createdAtMs: COUNT,
  updatedAtMs: COUNT,
  amendCount: COUNT,
  stopPrice: LATER,
  deltaBips: LATER,
  activationPrice: LATER,
  displayQuantity: LATER,
  ocoId: LATER,
});

/** Other parameters for a market or contract carry no key: their answers are never kept. */
type Kept = Exclude<CommandResult, { kind: 'Misfits' }>;
type Fields<K extends Kept['kind']> = Omit<Extract<Kept, { kind: K }>, 'kind'>;

/** Their places from 1 are their numbers, which stay; 0 is a refusal. */
const RESULTS: { readonly [K in Kept['kind']]: Field<Fields<K>> } = {
  Done: record<Fields<'Done'>>({}),
  Order: record<Fields<'Order'>>({ order: ORDER_VIEW }),
  Transfer: record<Fields<'Transfer'>>({ transferId: COUNT }),
  Orders: record<Fields<'Orders'>>({ orders: list(ORDER_VIEW) }),
  PerpOrder: record<Fields<'PerpOrder'>>({ order: PERP_ORDER_VIEW }),
  StopOrders: record<Fields<'StopOrders'>>({ orders: list(STOP_ORDER_VIEW) }),
  PerpOrders: record<Fields<'PerpOrders'>>({ orders: list(PERP_ORDER_VIEW), stopOrders: list(STOP_ORDER_VIEW) }),
  Moved: record<Fields<'Moved'>>({ amount: COUNT }),
};
const KINDS = Object.keys(RESULTS) as readonly Kept['kind'][];
const REFUSED = 0;

/** Goes over an answer: one of a few numbers, as nearly all of money have, is not made for that. */
export function passOutcome(r: ByteReader): void {
  const begin = r.offset;
  r.count();
  if (r.count() === KINDS.indexOf('Transfer') + 1) {
    r.count();
    return;
  }
  r.offset = begin;
  OUTCOME.read(r);
}

export const OUTCOME: Field<Outcome> = {
  write(w, outcome) {
    w.count(outcome.seq);
    if (!outcome.ok) {
      w.count(REFUSED);
      CODE.write(w, outcome.code);
      return;
    }
    const kind = outcome.result.kind === 'Misfits' ? 'Done' : outcome.result.kind;
    w.count(KINDS.indexOf(kind) + 1);
    (RESULTS[kind] as Field<object>).write(w, outcome.result);
  },
  /** Reads the answer as it was first given. */
  read(r) {
    const seq = r.count();
    const number = r.count();
    if (number === REFUSED) return { ok: false, seq, repeated: false, code: CODE.read(r) };
    if (number > KINDS.length) throw new FormatError('an answer is of no kind');
    const kind = KINDS[number - 1];
    return { ok: true, seq, repeated: false, result: { kind, ...RESULTS[kind].read(r) } as Kept };
  },
};
