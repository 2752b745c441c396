/** Bounds of reads that could grow with a history (docs/reliability.md, FLT-16): each must be missed by a test when it is gone. */
import { change, type Mutation } from './mutation.ts';

const KLINES = 'test/integration/trading/klines.test.ts';
const WEIGHTS = 'test/integration/attacks/rate-limits.test.ts';
const LEDGER = 'test/integration/trading/ledger.test.ts';
const LONG_READS = 'server/limits/long-reads.ts';
const USER_TURNS = 'server/limits/user-turns.ts';
const LONG_READS_TEST = 'server/limits/long-reads.test.ts';

export const heavyReadMutations: readonly Mutation[] = [
  change(
    'the candles of a contract are filled from its first trade on',
    'server/modules/futures/kline-views.ts',
    [
      'Math.max(shiftKlineOpenTime(interval, toMs, 1 - range.limit), klineOpenTime(interval, firstMs))',
      'klineOpenTime(interval, firstMs)',
    ],
    ['server/modules/futures/kline-views.test.ts', 'only trade is a year ago'],
  ),
  change(
    'stored minutes are read one by one for half hours',
    'server/modules/markets/kline-repo.ts',
    ['interval === base\n', "interval === base || interval === '30m'\n"],
    [KLINES, 'one row each'],
  ),
  change(
    'a merged candle opens with the price of any of its klines',
    'server/modules/markets/kline-repo.ts',
    ['(min(array[k.open_time_ms, k.open, k.first_trade_id]))[2] as open', 'min(k.open) as open'],
    [KLINES, 'those of all stored klines'],
  ),
  change(
    'the klines before a range are forgotten when it begins with a gap',
    'core/market-data/klines.ts',
    ['let close = klines[first - 1]?.close;', 'let close: Price | undefined;'],
    ['core/market-data/klines-between.test.ts', 'cut out of everything'],
  ),
  change(
    'candles of the site weigh the same, whatever they are merged from',
    'contracts/http/markets.ts',
    ['=> klineWeight(interval, limit)', "=> klineWeight('1m', interval === '1m' ? limit : 0)"],
    [WEIGHTS, 'candles weigh what is shown'],
  ),
  change(
    'the trading API does not count what depends on the parameters',
    'server/http/calls/binance-routes.ts',
    ['if (more > 0) await weigh(request, reply, more, options);', ''],
    [WEIGHTS, 'candles weigh what is shown'],
  ),
  change(
    'the request socket does not count what depends on the parameters',
    'server/modules/spot/binance/ws-api.ts',
    ['weight: (params) => weight + moreWeight({}, params),', 'weight: () => weight,'],
    [WEIGHTS, 'candles weigh what is shown'],
  ),
  change(
    'a user reads all histories at once that he asks for',
    USER_TURNS,
    ['createFairQueue({ running: 1,', 'createFairQueue({ running: 12,'],
    [LONG_READS_TEST, 'one long read at a time'],
  ),
  change(
    'long reads of many users take every connection to the database',
    LONG_READS,
    ['atOnce: 6,', 'atOnce: 12,'],
    [LONG_READS_TEST, 'half of the connections'],
  ),
  change(
    'the turns of users who have read are kept for ever',
    USER_TURNS,
    ['if (own.running === 0) ofUsers.delete(who);', ''],
    [LONG_READS_TEST, 'half of the connections'],
  ),
  change(
    'a ledger is listed without a turn',
    'server/modules/wallet/ledger-routes.ts',
    [
      'await longReads.run(uid, () => listLedger(db, uid, pairsOf(markets), asked));',
      'await listLedger(db, uid, pairsOf(markets), asked);',
    ],
    [LEDGER, 'one history at a time'],
  ),
  change(
    'a ledger is exported without a turn',
    'server/modules/wallet/ledger-routes.ts',
    [
      'await longReads.run(uid, () => ledgerPiece(db, uid, pairsOf(markets), asked));',
      'await ledgerPiece(db, uid, pairsOf(markets), asked);',
    ],
    [LEDGER, 'one history at a time'],
  ),
  change(
    'a statement is read without a turn',
    'server/modules/futures/statement-route.ts',
    ['await longReads.run(uid, () => pageOfEntries(db, asked));', 'await pageOfEntries(db, asked);'],
    [LEDGER, 'one history at a time'],
  ),
];
