/**
 * The face of the trading machine: commands in, events out. No I/O, clock or randomness inside; the same commands give
 * the same state on every machine.
 */
export type * from './protocol/commands.ts';
export type * from './protocol/core.ts';
export type * from './protocol/events.ts';
export type { FundingPack, Told } from './protocol/event-packs.ts';
export type { EventRows } from './protocol/event-rows.ts';
export { unpackEvents } from './state-machine/unpack-rows.ts';
export type * from './protocol/product-commands.ts';
export type * from './protocol/product-events.ts';
export type * from './protocol/dust-commands.ts';
export type * from './protocol/perp-commands.ts';
export type * from './protocol/perp-events.ts';
export { fundAfter } from './perp/account/fund.ts';
export { entriesOf, type EntryType, type StatementEntry } from './perp/account/statement.ts';
export type * from './protocol/parameter-changes.ts';
export { feeRate, type FeeTier, isOnTrial, NO_TIER, STANDARD_RATES } from './formulas/fee.ts';
export { PERP_SCALE } from './perp/contract/contract.ts';
export { statusesAfter } from './spot/market-status.ts';
export type * from './protocol/words.ts';
export { ORDER_STATUSES, ORDER_TYPES, SIDES, SPOT_END_REASONS, STP_MODES, TIMES_IN_FORCE } from './protocol/words.ts';
export { REJECT_CODES, type RejectCode } from './protocol/rejects.ts';
export type { Hashes } from './hashes/hashes.ts';
export type { CoreOptions } from './core-options.ts';
export { NAME_SECRET_WORDS } from './kernel/name-layout.ts';
export { createCore, restoreCore } from './trading-core.ts';
export { COMMAND_FORMAT_VERSION, CommandBatch, CommandReader, decodeCommand, encodeCommand } from './codec/commands.ts';
export { ToldOrders } from './state-machine/told-orders.ts';
export { FormatError } from './codec/bytes.ts';
export { SnapshotError, snapshotRules } from './codec/snapshot.ts';
export { SNAPSHOT_VERSION } from './codec/snapshot-version.ts';
export { FIRST_RULES_VERSION, RULES_VERSION } from './protocol/rules-version.ts';
export { InvariantError } from './protocol/invariant.ts';
export { BASE_INTERVALS, type BaseInterval, baseIntervalOf } from './protocol/durations.ts';
export {
  addTrade,
  foldTrade,
  foldTrades,
  joinKlines,
  type Kline,
  klineOpenTime,
  klinesBetween,
  type KlineTrade,
  mergeKlines,
  shiftKlineOpenTime,
} from './market-data/klines.ts';
export { averagePrice, type Ticker, ticker24h, type TickerScales, tickerWindowStart } from './market-data/ticker.ts';
export { aggregateLevels, checksumText, depthChecksum, type DepthDecimals, type Levels } from './market-data/depth.ts';
export {
  gapLevel,
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
} from './market-data/monitor.ts';
