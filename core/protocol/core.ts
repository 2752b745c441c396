/** What the trading machine offers: commands in, events out, and reads of its state. */
import type { Command, CommandBody, PlaceOrder } from './commands.ts';
import type { EventRows } from './event-rows.ts';
import type { AssetView, BalanceView, CoreEvent, MarketView, OrderView, Outcome } from './events.ts';
import type { Amount, Price } from '../fixed.ts';
import type { DustView } from './dust-commands.ts';
import type { MarginWallet, PerpOwner } from './perp-commands.ts';
import type { RejectCode } from './rejects.ts';
import type { CapitalView, ContractView, PerpOrderView, PositionView, StopOrderView } from './perp-events.ts';
import type { MarginMode, PositionMode } from './words.ts';

export interface DepthView {
  readonly symbol: string;
  readonly updateId: number;
  /** Best price first, with the visible quantity of each price. */
  readonly bids: readonly (readonly [price: Price, quantity: Amount])[];
  readonly asks: readonly (readonly [price: Price, quantity: Amount])[];
}

/** An open position with its deleveraging lights (trading B14). */
export interface OpenPositionView extends PositionView {
  readonly adlLights: number;
}

/** The trail of a trailing stop as it is now (trading A1.3, B15). All 0 of other orders, and while it does not follow the price yet. */
export interface Trail {
  /** The best price since it began to follow: the highest of a sell, the lowest of a buy. */
  readonly extremePrice: Price;
  /** Where it fires if the price turns now. */
  readonly firesAtPrice: Price;
}

/** A live order as it is now. */
export interface OpenOrderView extends OrderView, Trail {}

/** A conditional order that waits, as it is now. */
export interface OpenStopOrderView extends StopOrderView, Trail {}

/** A conditional order of a perpetual, by its owner and its id. */
export interface StopOrderName {
  readonly uid: number;
  readonly stopOrderId: number;
}

export interface PreferenceView {
  readonly mode: PositionMode;
  readonly marginMode: MarginMode;
  readonly longLeverage: number;
  readonly shortLeverage: number;
}

export interface HouseAccount {
  readonly name: string;
  readonly asset: string;
  readonly balance: bigint;
}

export interface LedgerSum {
  readonly asset: string;
  readonly scale: number;
  /** Sum of all accounts, EXTERNAL included: always zero. */
  readonly sum: bigint;
  /** Sum of all users' accounts. */
  readonly users: bigint;
  /** Sum of the house's accounts. */
  readonly house: bigint;
  /** Balance of EXTERNAL: minus all that came in from outside and has not left. */
  readonly external: bigint;
}

/**
 * What became of a command of a turn. Null: it was taken, and its outcome is made of what it told (ToldOrders). An order's view is a copy of what is told
 * of it anyway; whoever needs it makes it where it is needed.
 */
export type TurnAnswer = Outcome | null;

export interface Core {
  /** Applies the next command (`seq` = lastSeq + 1, `timeMs` not less than the last). Its events are handed over in order, once it is applied; whoever hears them may not apply a command meanwhile. */
  apply(command: Command, emit: (event: CoreEvent) => void): Outcome;
  /** The same for who passes the events on: they are kept as rows until `takeTold`. */
  applyPacked(command: Command): Outcome;
  /**
   * The same for commands as the journal has them (CommandBatch), one behind the other; an answer for each, in order. Throws FormatError where the bytes
   * are no commands.
   */
  applyTurn(bytes: Uint8Array): readonly TurnAnswer[];
  /**
   * What the commands of `applyPacked` and `applyTurn` told since it was last asked (`unpackEvents`); until then it is kept, so it has to be asked. Payments of a
   * settlement are lent: they have to be read before the contract's settlement ten minutes later or more.
   */
  takeTold(): EventRows;
  /**
   * The same, and tells nobody: for a command of the past whose events are known already. The state is as with `apply`; of the answer
   * there is only the code of a refusal, null for a command that was taken.
   */
  applyUnheard(command: Command): RejectCode | null;
  /**
   * The same for commands as the journal has them (CommandBatch), one behind the other: those from `offset` on whose numbers are at most `toSeq`.
   * Answers where the first one begins that was not applied. Throws FormatError where the bytes are no commands.
   */
  replay(bytes: Uint8Array, offset: number, toSeq: number): number;
  readonly lastSeq: number;
  readonly lastTimeMs: number;
  /**
   * Whether the key of a user's command may be remembered: it is known already, or there is room for a new one of this user (reliability
   * FLT-16). To be asked before the command gets a sequence: the core itself takes what it is given.
   */
  hasRoomForKey(body: CommandBody, timeMs: number): boolean;
  /** Is there room for so many keys more, whoever they are of? Then `hasRoomForKey` need not be asked for any of them. */
  hasRoomForKeys(count: number): boolean;
  assets(): AssetView[];
  markets(): MarketView[];
  market(symbol: string): MarketView | null;
  /**
   * Why the order would be refused if it were placed at `timeMs` (trading A4.1 to A4.8); null if it would be accepted. Does not look at
   * the book, balances or whether a trigger is already reached, and changes nothing.
   */
  checkOrder(order: PlaceOrder, timeMs: number): RejectCode | null;
  /** A live order, or one that ended lately (the last 1,000 ended orders of each user are remembered). */
  order(orderId: number): OrderView | null;
  /** The order with that client id: the live one, else the newest. */
  orderByClientId(uid: number, symbol: string, clientOrderId: string): OrderView | null;
  /** Live orders, oldest first; an empty symbol means every market. */
  openOrders(uid: number, symbol: string): OpenOrderView[];
  /** Those of these orders that are trailing stops and still wait: no event tells how they follow the price. */
  trailingOrders(orderIds: readonly number[]): OpenOrderView[];
  balances(uid: number): BalanceView[];
  depth(symbol: string, limit: number): DepthView | null;
  contracts(): ContractView[];
  contract(symbol: string): ContractView | null;
  contractDepth(symbol: string, limit: number): DepthView | null;
  /** Like `order`, for an order of a perpetual. */
  perpOrder(orderId: number): PerpOrderView | null;
  perpOrderByClientId(owner: PerpOwner, clientOrderId: string): PerpOrderView | null;
  /** Live orders, oldest first; an empty symbol means every contract. */
  openPerpOrders(owner: PerpOwner): PerpOrderView[];
  openStopOrders(owner: PerpOwner): OpenStopOrderView[];
  /** Like `trailingOrders`. */
  trailingStops(names: readonly StopOrderName[], wallet: MarginWallet): OpenStopOrderView[];
  positions(owner: PerpOwner): OpenPositionView[];
  /**
   * Goes on ranking for the deleveraging lights (trading B14): scores at most `positions` more. Where many hold a contract, the lights are
   * read from a pass over all its positions, made in such steps. False when the pass is through, or no contract needs one. Changes
   * nothing but what `positions` shows as lights.
   */
  rankForLights(positions: number): boolean;
  /** Balances of a margin wallet; null for an unknown user, and before there is a contract. */
  capital(uid: number, wallet: MarginWallet): CapitalView | null;
  preference(uid: number, wallet: MarginWallet, symbol: string): PreferenceView | null;
  /** What of the user's small balances could be converted at `nowMs`, and what it would give (trading C7). */
  dust(uid: number, nowMs: number): DustView;
  /** The house's named accounts: its capital, the pools, the clearing account of each contract. */
  houseAccounts(): HouseAccount[];
  ledgerSums(): LedgerSum[];
  /** The canonical state: version, length, checksum, state hash inside. */
  snapshot(): Uint8Array;
  /** SHA-256 (hex) over the canonical state; independent of slots, maps and history of restores. */
  stateHash(): string;
}
