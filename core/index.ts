/**
 * The face of the trading machine: commands in, events out. No I/O, clock or randomness inside; the same commands give
 * the same state on every machine.
 */
export type * from './commands.ts';
export type * from './core.ts';
export type * from './events.ts';
export type * from './house/commands.ts';
export type * from './house/events.ts';
export type * from './perp/commands.ts';
export type * from './perp/events.ts';
export { entriesOf, type EntryType, type StatementEntry } from './perp/statement.ts';
export type * from './parameter-changes.ts';
export { REJECT_CODES, type RejectCode } from './rejects.ts';
export { type CoreOptions, createCore, restoreCore } from './trading-core.ts';
export { COMMAND_FORMAT_VERSION, decodeCommand, encodeCommand } from './codec/commands.ts';
export { FormatError } from './codec/bytes.ts';
export { SNAPSHOT_VERSION, SnapshotError, snapshotRules } from './codec/snapshot.ts';
export { FIRST_RULES_VERSION, RULES_VERSION } from './rules-version.ts';
export { InvariantError } from './invariants.ts';
export {
  addTrade,
  emptyKline,
  fillKlines,
  type Kline,
  KLINE_INTERVALS,
  type KlineInterval,
  klineOpenTime,
  type KlineTrade,
  mergeKlines,
  nextKlineOpenTime,
} from './spot/klines.ts';
export { type Ticker, ticker24h, type TickerScales, tickerWindowStart } from './spot/ticker.ts';
export { aggregateLevels, checksumText, depthChecksum, type DepthDecimals, type Levels } from './spot/depth.ts';
export {
  gapLevel,
  type GapLevel,
  isLargeMove,
  isWideSpread,
  MONITOR_LIMITS,
  type MonitorAlert,
  type MonitorLimits,
  type MonitorState,
  type Observation,
  observe,
  priceGap,
  QUIET_MONITOR,
} from './spot/monitor.ts';
