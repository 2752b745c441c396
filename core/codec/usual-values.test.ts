import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ByteReader, ByteWriter } from './bytes.ts';
import type { RecordField } from './fields.ts';
import { PERP_LAYOUTS } from './perp-commands.ts';
import { PRODUCT_LAYOUTS } from './product-commands.ts';
import { SPOT_LAYOUTS } from './spot-commands.ts';

/** Of commands that consist of numbers, texts, words and keys: those are what has usual values. */
const LAYOUTS: Readonly<Record<string, RecordField<object>>> = {
  PlaceOrder: SPOT_LAYOUTS.PlaceOrder as unknown as RecordField<object>,
  AmendOrder: SPOT_LAYOUTS.AmendOrder as unknown as RecordField<object>,
  CancelOrder: SPOT_LAYOUTS.CancelOrder as unknown as RecordField<object>,
  Transfer: SPOT_LAYOUTS.Transfer as unknown as RecordField<object>,
  SetFeeTier: SPOT_LAYOUTS.SetFeeTier as unknown as RecordField<object>,
  PlacePerpOrder: PERP_LAYOUTS.PlacePerpOrder as unknown as RecordField<object>,
  AmendPerpOrder: PERP_LAYOUTS.AmendPerpOrder as unknown as RecordField<object>,
  FundPool: PRODUCT_LAYOUTS.FundPool as unknown as RecordField<object>,
};

const edges = Array.from({ length: 54 }, (_, bits) => [2 ** bits - 1, 2 ** bits, 2 ** bits + 1]).flat();
const numbers = fc.oneof(
  { weight: 4, arbitrary: fc.maxSafeNat() },
  { weight: 4, arbitrary: fc.constantFrom(...edges) },
  fc.integer(),
  fc.double(),
  fc.constantFrom(-0, NaN, Infinity, 2 ** 53, 2 ** 64, 0.5, '7' as unknown as number),
);
const texts = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('', 'BTCUSDT', 'ETHUSDT', 'a'.repeat(32), 'b'.repeat(33), 'c'.repeat(300)) },
  fc.string({ maxLength: 40, unit: fc.constantFrom('A', '\u007f', '\u0080', 'ß', '\ud83d') }),
);
const words = fc.constantFrom(
  'BUY',
  'SELL',
  'LIMIT',
  'GTC',
  'FOK',
  'SPOT',
  'FUTURES',
  'BOTH',
  'EXPIRE_TAKER',
  'NO_WORD',
);
const keys = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  fc.record({ key: texts, fingerprint: texts }),
  fc.record({ key: texts, fingerprint: texts, ...ratesOf(numbers) }),
);
const TEXTS: readonly string[] = ['symbol', 'asset', 'clientOrderId', 'pool', 'wallet', 'key'];
const WORDS: readonly string[] = [
  'side',
  'type',
  'timeInForce',
  'stpMode',
  'from',
  'to',
  'positionSide',
  'workingType',
];
const MAY_BE_NULL: readonly string[] = ['idempotency', 'own', 'trial', 'takeProfit', 'stopLoss'];
const LEFT_OUT = ['stopPrice', 'deltaBips', 'activationPrice', 'displayQuantity', 'version', 'confirmForfeit'];

function ratesOf<A>(rate: A): Record<string, A> {
  return { spotMaker: rate, spotTaker: rate, futuresMaker: rate, futuresTaker: rate };
}

/** Values of every sort for each field of a layout, and now and then for those that may be left out. */
function valuesOf({ steps }: RecordField<object>): fc.Arbitrary<object> {
  const named = steps.flatMap(([name]) => (name === null ? [] : [[name, valueOf(name)] as const]));
  const left = fc.record(Object.fromEntries(LEFT_OUT.map((name) => [name, numbers])), { requiredKeys: [] });
  const isLeft = steps.some(([name]) => name === null);
  return fc
    .tuple(fc.record(Object.fromEntries(named)), fc.boolean(), left)
    .map(([fields, hasMore, more]) => (isLeft && hasMore ? { ...fields, ...more } : fields));
}

function valueOf(name: string): fc.Arbitrary<unknown> {
  if (MAY_BE_NULL.includes(name)) return name === 'takeProfit' || name === 'stopLoss' ? fc.constant(null) : keys;
  if (TEXTS.includes(name)) return texts;
  return WORDS.includes(name) ? fc.oneof(words, texts) : numbers;
}

/** Field by field, each by its own calls: what the program text has to agree with. */
function writeSlowly({ steps }: RecordField<object>, w: ByteWriter, value: object): void {
  for (const [name, step] of steps) step.write(w, (name === null ? value : value[name as never]) as never);
}

function readSlowly({ steps }: RecordField<object>, r: ByteReader): object {
  const target: Record<string, unknown> = {};
  for (const [name, step] of steps) {
    if (name === null) step.readInto(r, target);
    else target[name] = step.read(r);
  }
  return target;
}

/** What came of it: the value and where reading ended, or the error. */
function outcomeOf(read: (r: ByteReader) => object, bytes: Uint8Array, end: number, version: number): unknown {
  const r = new ByteReader(bytes, 0, end, version);
  try {
    return { value: read(r), offset: r.offset };
  } catch (error) {
    return String(error);
  }
}

function written(write: (w: ByteWriter) => void): Uint8Array | string {
  const w = new ByteWriter();
  try {
    w.raw(Uint8Array.of(1, 2, 3));
    write(w);
    return w.done();
  } catch (error) {
    return String(error);
  }
}

test.each(Object.entries(LAYOUTS))(
  '%s: the usual values are written and read as any other, byte by byte',
  (_, layout) => {
    fc.assert(
      fc.property(valuesOf(layout), (value) => {
        const bytes = written((w) => layout.write(w, value));
        expect(bytes).toEqual(written((w) => writeSlowly(layout, w, value)));
        if (typeof bytes === 'string') return;
        const own = bytes.slice(3);
        for (const version of [1, 3]) {
          const quick = outcomeOf((r) => layout.read(r), own, own.length, version);
          expect(quick).toStrictEqual(outcomeOf((r) => readSlowly(layout, r), own, own.length, version));
        }
      }),
      { numRuns: 500 },
    );
  },
);

test.each(Object.entries(LAYOUTS))(
  '%s: damaged bytes give the same value or the same error, whichever way they are read',
  (_, layout) => {
    fc.assert(
      fc.property(valuesOf(layout), fc.nat(), fc.integer({ min: 1, max: 255 }), fc.nat(), (value, place, flip, cut) => {
        const w = new ByteWriter();
        layout.write(w, value);
        const bytes = w.done();
        bytes[place % bytes.length]! ^= flip;
        // Cut short with other bytes behind the end, as in the middle of a journal, and at the end of all bytes.
        const end = cut % (bytes.length + 1);
        for (const [all, to] of [
          [bytes, bytes.length],
          [bytes, end],
          [bytes.slice(0, end), end],
        ] as const) {
          const quick = outcomeOf((r) => layout.read(r), all, to, 3);
          expect(quick).toStrictEqual(outcomeOf((r) => readSlowly(layout, r), all, to, 3));
        }
      }),
      { numRuns: 1_000 },
    );
  },
);
