/** Numbers as an attacker writes them, and the calls that take numbers. */
import fc from 'fast-check';

/** A value of JSON, or a text of a query. */
export type Absurd = unknown;

const TEXTS: readonly string[] = [
  [
    '',
    ' ',
    '.',
    '-',
    '+1',
    '1.',
    '.5',
    '00',
    '01',
    '1 ',
    ' 1',
    '1\n',
    '1,5',
    '1_000',
    '１２',
    '٣',
    '½',
    '1\u0000',
    '−1',
  ],
  ['NaN', 'Infinity', '-Infinity', 'null', 'undefined', 'true', '__proto__', 'constructor', '[1]', '{}', '1n', '0n'],
  ['-0', '-1', '-0.00000001', '0', '0.0', '0.000000001', '1e3', '1E3', '1e-3', '1e18', '1e400', '0x10', '0b1', '0o7'],
  ['9007199254740991', '9007199254740992', '9007199254740993', '90071992.54740993', '18446744073709551616'],
  ['9'.repeat(41), '9'.repeat(10_000), `0.${'0'.repeat(39)}1`, `1.${'0'.repeat(5_000)}`, `${'0'.repeat(50)}1`],
].flat();
const NUMBERS = [
  0,
  -0,
  -1,
  0.1,
  1.5,
  1e18,
  1e21,
  1e308,
  5e-324,
  2 ** 53,
  -(2 ** 53),
  9_007_199_254_740_991,
  3.0000000000000004,
];
const OTHERS: readonly unknown[] = [
  null,
  true,
  false,
  [],
  [1],
  ['1'],
  [[1]],
  {},
  { valueOf: '1' },
  { toString: '1' },
  { length: 1 },
  [null],
];
const VALUES = [...NUMBERS, ...OTHERS];

const digits = (most: number): fc.Arbitrary<string> => fc.bigInt({ min: 0n, max: 10n ** BigInt(most) }).map(String);
const decimals: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('', '-', '+', ' ', '0', '00'),
    digits(24),
    fc.constantFrom('', '.', ',', 'e', 'E+', 'e-'),
    digits(24),
  )
  .map(([sign, whole, point, rest]) => sign + whole + point + (point === '' ? '' : rest));
const deep = (levels: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { a: value };
  return value;
};

const text: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...TEXTS),
  decimals,
  fc.double().map(String),
  fc.double({ min: 0, max: 100_000, noNaN: true }).map((value) => value.toFixed(9)),
  fc.string({ maxLength: 12 }),
);
const value: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: text },
  { weight: 2, arbitrary: fc.constantFrom(...VALUES) },
  { weight: 1, arbitrary: fc.double() },
  { weight: 1, arbitrary: fc.maxSafeInteger() },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.integer({ min: 2, max: 30 }).map(deep) },
);

/** `decimal`: a plain decimal as text; `whole`: a number of JSON without fraction; of a query both are text. */
export type Kind = 'decimal' | 'whole';

export interface NumberCall {
  readonly path: string;
  readonly method: 'GET' | 'POST';
  /** `site`: JSON or a query with a session; `trading`: a signed query. */
  readonly dialect: 'site' | 'trading';
  readonly base: Readonly<Record<string, unknown>>;
  /** A name with a dot is a field within a field. */
  readonly fields: Readonly<Record<string, Kind>>;
}

const BTC = { symbol: 'BTCUSDT' };
const limit = { ...BTC, side: 'BUY', type: 'LIMIT', price: '96000', quantity: '0.001' };
const history: Record<string, Kind> = { page: 'whole', pageSize: 'whole' };
const site = (
  method: 'GET' | 'POST',
  path: string,
  base: NumberCall['base'],
  fields: NumberCall['fields'],
): NumberCall => ({ path, method, dialect: 'site', base, fields });
const trading = (
  method: 'GET' | 'POST',
  path: string,
  base: NumberCall['base'],
  names: readonly string[],
  whole: readonly string[] = [],
): NumberCall => ({
  path,
  method,
  dialect: 'trading',
  base,
  fields: Object.fromEntries([
    ...names.map((name) => [name, 'decimal'] as const),
    ...whole.map((name) => [name, 'whole'] as const),
  ]),
});

const funds = [
  site(
    'POST',
    '/web/account/transfer',
    { asset: 'USDT', from: 'SPOT', to: 'FUTURES', amount: '1' },
    { amount: 'decimal' },
  ),
  site('POST', '/web/account/dust/convert', { coins: ['BTC'], minReceived: '1' }, { minReceived: 'decimal' }),
];

const futures = (price: string): readonly NumberCall[] => [
  site(
    'POST',
    '/futures/order/place',
    { ...limit, price },
    { price: 'decimal', quantity: 'decimal', 'takeProfit.triggerPrice': 'decimal' },
  ),
  site(
    'POST',
    '/futures/order/amend',
    { ...BTC, orderId: 1, price },
    { orderId: 'whole', price: 'decimal', quantity: 'decimal' },
  ),
  site(
    'POST',
    '/futures/stop-order/amend',
    { ...BTC, stopOrderId: 1, triggerPrice: '200000' },
    {
      stopOrderId: 'whole',
      triggerPrice: 'decimal',
      quantity: 'decimal',
      price: 'decimal',
      callbackRate: 'decimal',
      activationPrice: 'decimal',
    },
  ),
  site(
    'POST',
    '/futures/stop-order/place',
    { ...BTC, side: 'BUY', type: 'STOP', triggerPrice: '200000', quantity: '0.001' },
    { triggerPrice: 'decimal', quantity: 'decimal', price: 'decimal' },
  ),
  site(
    'POST',
    '/futures/stop-order/place',
    { ...BTC, side: 'BUY', type: 'TRAILING_STOP', callbackRate: '0.01', quantity: '0.001' },
    { callbackRate: 'decimal', activationPrice: 'decimal' },
  ),
  site('POST', '/futures/position/margin', { ...BTC, action: 'ADD', amount: '1' }, { amount: 'decimal' }),
  site('POST', '/futures/account/leverage', { ...BTC, leverage: 5 }, { leverage: 'whole' }),
];

/** `price`: one at which a futures order may rest. */
export const numberCalls = (price: string): readonly NumberCall[] => [
  site('POST', '/web/spot/order/place', limit, { price: 'decimal', quantity: 'decimal', displayQuantity: 'decimal' }),
  site(
    'POST',
    '/web/spot/order/place',
    { ...BTC, side: 'BUY', type: 'MARKET' },
    { quoteAmount: 'decimal', maxSlippage: 'decimal' },
  ),
  site(
    'POST',
    '/web/spot/order/place',
    { ...BTC, side: 'BUY', type: 'STOP_MARKET', quantity: '0.001', stopPrice: '99000' },
    { stopPrice: 'decimal', quantity: 'decimal' },
  ),
  site(
    'POST',
    '/web/spot/order/place',
    { ...BTC, side: 'BUY', type: 'TRAILING_STOP_MARKET', quantity: '0.001', deltaBips: 100 },
    { deltaBips: 'whole', activationPrice: 'decimal' },
  ),
  site(
    'POST',
    '/web/spot/order/oco/place',
    { ...BTC, side: 'BUY', quantity: '0.001', price: '95000', stopPrice: '98000' },
    { quantity: 'decimal', price: 'decimal', stopPrice: 'decimal', stopLimitPrice: 'decimal' },
  ),
  site(
    'POST',
    '/web/spot/order/amend',
    { ...BTC, orderId: 1, price: '95000' },
    { orderId: 'whole', price: 'decimal', quantity: 'decimal', deltaBips: 'whole' },
  ),
  site('POST', '/web/spot/order/cancel', { ...BTC, orderId: 1 }, { orderId: 'whole' }),
  ...funds,
  site('POST', '/web/user/api-key/update', { id: 1, ipList: [] }, { id: 'whole' }),
  site('POST', '/web/user/api-key/delete', { id: 1 }, { id: 'whole' }),
  ...futures(price),
  site('POST', '/web/launch/token_splash/expire', {}, history),
  site('GET', '/web/spot/order/history', {}, history),
  site('GET', '/futures/account/statement', {}, { ...history, from: 'whole', to: 'whole' }),
  site('GET', '/kline/spot', { ...BTC, interval: '1m' }, { startTime: 'whole', endTime: 'whole', limit: 'whole' }),
  site('GET', '/web/spot/depth', BTC, { limit: 'whole' }),
  trading(
    'POST',
    '/api/v3/order',
    { ...limit, timeInForce: 'GTC', newOrderRespType: 'RESULT' },
    ['price', 'quantity', 'icebergQty'],
    ['recvWindow'],
  ),
  trading('POST', '/api/v3/order', { ...BTC, side: 'BUY', type: 'MARKET' }, ['quoteOrderQty']),
  trading(
    'POST',
    '/api/v3/order',
    { ...BTC, side: 'BUY', type: 'STOP_LOSS', quantity: '0.001', stopPrice: '99000', newOrderRespType: 'RESULT' },
    ['stopPrice', 'quantity'],
    ['trailingDelta'],
  ),
  trading('POST', '/sapi/v1/asset/transfer', { type: 'MAIN_UMFUTURE', asset: 'USDT', amount: '1' }, ['amount']),
  trading('GET', '/api/v3/allOrders', BTC, [], ['orderId', 'limit', 'startTime', 'endTime']),
  trading('GET', '/api/v3/klines', { ...BTC, interval: '1m' }, [], ['limit', 'startTime', 'endTime']),
  trading('GET', '/api/v3/depth', BTC, [], ['limit']),
];

export interface AbsurdCase {
  readonly call: NumberCall;
  readonly field: string;
  readonly value: Absurd;
  /** Sent twice, which only a query can. */
  readonly isDoubled: boolean;
}

/** The same for the same seed. */
export function absurdCases(calls: readonly NumberCall[], count: number, seed: number): AbsurdCase[] {
  const places = calls.flatMap((call) => Object.keys(call.fields).map((field) => ({ call, field })));
  const one = fc.tuple(fc.constantFrom(...places), value, text, fc.integer({ min: 0, max: 19 }));
  return fc.sample(one, { numRuns: count, seed }).map(([{ call, field }, inJson, inQuery, luck]) => {
    const isQuery = call.method === 'GET' || call.dialect === 'trading';
    return { call, field, value: isQuery ? inQuery : inJson, isDoubled: isQuery && luck === 0 };
  });
}

/** Whether a call may accept a value; if so, it must take exactly that value. */
export function mayBeTaken({ call, field, value: given, isDoubled }: AbsurdCase): boolean {
  const kind = call.fields[field]!;
  const isJson = call.method === 'POST' && call.dialect === 'site';
  if (isDoubled) return false;
  if (kind === 'whole' && isJson && typeof given === 'number') return Number.isSafeInteger(given) && given >= 0;
  // Pages of lists are numbered by the same rule in a query and in a body.
  if (kind === 'whole' && isJson && !field.startsWith('page')) return false;
  if (typeof given !== 'string') return false;
  if (call.dialect === 'trading' && given === '') return true;
  if (kind === 'decimal') return /^(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/.test(given);
  return call.dialect === 'trading' ? /^(?:-?0|[0-9]{1,16})$/.test(given) : /^(?:0|[1-9][0-9]{0,15})$/.test(given);
}
