/**
 * The face of the engine: one sequencer, its journal and its core, off the HTTP thread. Nothing leaves it before it is on
 * disk: answers, events and reads alike (reliability 1.3.1).
 */
import type {
  AssetView,
  BalanceView,
  CapitalView,
  CommandBody,
  ContractView,
  CoreEvent,
  DepthView,
  DustView,
  HouseAccount,
  LedgerSum,
  MarketView,
  OpenOrderView,
  OpenPositionView,
  OpenStopOrderView,
  StopOrderName,
  OrderView,
  Outcome,
  PerpOrderView,
  PerpOwner,
  PlaceOrder,
  PreferenceView,
  RejectCode,
} from '@agio/core';

export type { FindUnit } from '../journal/index.ts';

export interface EngineQueries {
  assets: { input: Record<never, never>; output: AssetView[] };
  markets: { input: Record<never, never>; output: MarketView[] };
  balances: { input: { uid: number }; output: BalanceView[] };
  openOrders: { input: { uid: number; symbol: string }; output: OpenOrderView[] };
  /** Those of these orders that are trailing stops and still wait. */
  trailingOrders: { input: { orderIds: readonly number[] }; output: OpenOrderView[] };
  /** The reason to refuse the order now, without looking at book and balances; null if there is none. Places no order. */
  orderCheck: { input: PlaceOrder; output: RejectCode | null };
  order: { input: { orderId: number }; output: OrderView | null };
  orderByClientId: { input: { uid: number; symbol: string; clientOrderId: string }; output: OrderView | null };
  depth: { input: { symbol: string; limit: number }; output: DepthView | null };
  contracts: { input: Record<never, never>; output: ContractView[] };
  contractDepth: { input: { symbol: string; limit: number }; output: DepthView | null };
  perpOrder: { input: { orderId: number }; output: PerpOrderView | null };
  openPerpOrders: { input: PerpOwner; output: PerpOrderView[] };
  openStopOrders: { input: PerpOwner; output: OpenStopOrderView[] };
  trailingStops: { input: { names: readonly StopOrderName[]; wallet: string }; output: OpenStopOrderView[] };
  positions: { input: PerpOwner; output: OpenPositionView[] };
  capital: { input: { uid: number; wallet: string }; output: CapitalView | null };
  preference: { input: PerpOwner; output: PreferenceView | null };
  dust: { input: { uid: number }; output: DustView };
  houseAccounts: { input: Record<never, never>; output: HouseAccount[] };
  ledgerSums: { input: Record<never, never>; output: LedgerSum[] };
  stateHash: { input: Record<never, never>; output: { seq: number; hash: string } };
}
export type EngineQuery = keyof EngineQueries;

/** Durable events of one or more commands, in order, without a gap between batches. */
export interface EventBatch {
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly events: readonly CoreEvent[];
}

export interface EngineHandle {
  /** Sequences, journals and applies a command; resolves once it is durable. Rejects with EngineBusy when the queue is full. */
  submit(body: CommandBody): Promise<Outcome>;
  /** Reads the live state as of everything answered so far; waits until what it shows is durable. */
  query<K extends EngineQuery>(kind: K, input: EngineQueries[K]['input']): Promise<EngineQueries[K]['output']>;
  /**
   * Every batch after the position the engine was started from. Listeners are called in order of registration. One that throws is noted
   * under the name of its part and gets the next batch; other listeners and waiting callers are not affected.
   */
  onEvents(part: string, listener: (batch: EventBatch) => void): void;
  readonly durableSeq: number;
  /** The ledger did not sum to zero: trading is stopped until an operator has looked. */
  readonly isTradingStopped: boolean;
  close(): Promise<void>;
}

/** The queue is full: nothing was done, try again (HTTP 503, -1008). */
export class EngineBusy extends Error {
  override readonly name = 'EngineBusy';
}
/** The engine stopped before it answered: the outcome is unknown, ask by id (HTTP 408/503, -1007). */
export class EngineStopped extends Error {
  override readonly name = 'EngineStopped';
}
