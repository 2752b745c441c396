/** The machine with its face: keys, events, answers, reads, snapshots. */
import { readSnapshot, writeSnapshot } from './codec/snapshot.ts';
import type { CoreOptions } from './core-options.ts';
import { type Hashes, OWN_HASHES } from './hashes/hashes.ts';
import { hex } from './hashes/sha256.ts';
import { type State, stateBytes } from './codec/state.ts';
import { type Command, type CommandBody, isProductCommand, type PlaceOrder } from './protocol/commands.ts';
import { type Answer, StateMachine } from './state-machine/state-machine.ts';
import { EventReporter } from './state-machine/event-reporter.ts';
import { EventWriter } from './state-machine/event-writer.ts';
import { unpackRows } from './state-machine/unpack-rows.ts';
import type {
  AssetView,
  BalanceView,
  CommandResult,
  CoreEvent,
  MarketView,
  OrderView,
  Outcome,
} from './protocol/events.ts';
import type { EventRows } from './protocol/event-rows.ts';
import type { Amount } from './fixed.ts';
import { keyBytes } from './codec/key-records.ts';
import { IdempotencyKeys } from './state-machine/idempotency.ts';
import type {
  Core,
  DepthView,
  HouseAccount,
  LedgerSum,
  OpenOrderView,
  OpenPositionView,
  OpenStopOrderView,
  PreferenceView,
  StopOrderName,
  TurnAnswer,
} from './protocol/core.ts';
import { EncodedCommands } from './encoded-commands.ts';
import { openOrdersOf, openStopsOf, trailingOrdersOf, trailingStopsOf } from './state-machine/open-orders.ts';
import { checkInvariants } from './state-machine/invariants.ts';
import { capitalOf, preferenceOf } from './state-machine/wallet-reads.ts';
import { AVAILABLE, HOUSE } from './ledger/ledger.ts';
import type { DustView } from './protocol/dust-commands.ts';
import type { PerpOwner } from './protocol/perp-commands.ts';
import type { CapitalView, ContractView, PerpOrderView, StopOrderView } from './protocol/perp-events.ts';
import type { RejectCode } from './protocol/rejects.ts';
import { contractView, perpOrderView, positionView, stopOrderView } from './perp/account/views.ts';
import { makeRoom } from './state-machine/room.ts';
import { MOVES_CAPITAL } from './protocol/product-commands.ts';
import { isUid } from './protocol/field-checks.ts';
import { hasRoomForKey, isKey, isOwnMove, keyOf, movesMoney } from './state-machine/keyed-commands.ts';
import { InvariantError } from './protocol/invariant.ts';
import { depthOf, futuresBalance, marketView, orderView, spotBalance } from './state-machine/views.ts';

export function createCore(options: CoreOptions = {}): Core {
  return new TradingCore(options);
}

/** Throws SnapshotError when the bytes are damaged or of a newer format. */
export function restoreCore(snapshot: Uint8Array, options: CoreOptions = {}): Core {
  const core = new TradingCore(options);
  readSnapshot(snapshot, core, core.hashes);
  return core;
}

class TradingCore implements Core, State {
  readonly machine: StateMachine;
  readonly keys: IdempotencyKeys;
  lastSeq = 0;
  lastTimeMs = 0;
  readonly reporter = new EventReporter();
  /** Of the commands of `applyPacked` and `applyTurn` until it is taken, and of the one of `apply`. */
  readonly told = new EventWriter();
  private readonly single = new EventWriter();
  private readonly encoded: EncodedCommands;
  readonly hashes: Hashes;
  snapshotBytes = 0;
  private readonly checksInvariants: boolean;

  constructor({ checkInvariants = false, hashes = OWN_HASHES, hasKernel, nameSecret }: CoreOptions) {
    this.checksInvariants = checkInvariants;
    this.hashes = hashes;
    this.machine = new StateMachine(this.reporter, undefined, hasKernel, nameSecret);
    this.keys = new IdempotencyKeys(this.machine.knownNames, keyBytes());
    this.reporter.attach(this.machine);
    this.encoded = new EncodedCommands(this, this.machine.kernel.works && !checkInvariants);
  }

  apply(command: Command, emit: (event: CoreEvent) => void): Outcome {
    this.single.clear(); // A command that failed may have left rows behind.
    const outcome = this.applyTo(command, this.single);
    unpackRows(this.single, this.single.length, emit);
    this.single.clear();
    return outcome;
  }

  applyUnheard(command: Command): RejectCode | null {
    this.advance(command);
    // Of a command without a key nobody keeps the answer, which is not made then.
    const answer = keyOf(command) === null ? this.take(command, null) : this.answer(command, null);
    if (this.checksInvariants) checkInvariants(this.machine);
    if (typeof answer === 'object') return answer.ok ? null : answer.code;
    return typeof answer === 'string' ? answer : null;
  }

  replay(bytes: Uint8Array, offset: number, toSeq: number): number {
    return this.encoded.replay(bytes, offset, toSeq);
  }

  applyTurn(bytes: Uint8Array): readonly TurnAnswer[] {
    return this.encoded.applyTurn(bytes);
  }

  outcomeOf(order: number): Outcome {
    return { ok: true, seq: this.lastSeq, repeated: false, result: { kind: 'Order', order: this.namedOr(order) } };
  }

  applyPacked(command: Command): Outcome {
    return this.applyTo(command, this.told);
  }

  takeTold(): EventRows {
    return this.told.take();
  }

  private applyTo(command: Command, writer: EventWriter): Outcome {
    this.advance(command);
    const outcome = this.answer(command, writer);
    if (this.checksInvariants) checkInvariants(this.machine);
    return outcome;
  }

  /** From here on `lastSeq` and `lastTimeMs` are the command's own. They are read instead: a field that all kinds have is found by a search. */
  private advance({ seq, timeMs }: Command): void {
    if (seq !== this.lastSeq + 1) throw new InvariantError(`command ${seq} came after ${this.lastSeq}`);
    if (!(timeMs >= this.lastTimeMs)) throw new InvariantError(`command ${seq} is stamped before its predecessor`);
    this.lastSeq = seq;
    this.lastTimeMs = timeMs;
  }

  hasRoomForKey(body: CommandBody, timeMs: number): boolean {
    return hasRoomForKey(this.keys, this.machine.users.count, body, timeMs);
  }

  hasRoomForKeys(count: number): boolean {
    return this.keys.hasRoomForAll(count);
  }

  private answer(command: Command, writer: EventWriter | null): Outcome {
    const idempotency = keyOf(command);
    if (idempotency === null) return this.execute(command, writer);
    const { lastSeq: seq, lastTimeMs: timeMs } = this;
    const uid = 'uid' in command ? command.uid : 0;
    if (!isKey(idempotency)) return { ok: false, seq, repeated: false, code: 'BAD_FIELDS' };
    const first = this.keys.find(uid, idempotency, timeMs);
    if (first === 'IDEMPOTENCY_MISMATCH') return { ok: false, seq, repeated: false, code: first };
    if (first !== null) return { ...first, repeated: true };
    if (isOwnMove(command) && this.keys.isFull(uid))
      return { ok: false, seq, repeated: false, code: 'IDEMPOTENCY_FULL' };
    const outcome = this.execute(command, writer);
    // Keys are remembered for a user or for the house: not when the uid is invalid or trading has stopped.
    if (this.machine.isStopped || ('uid' in command && !isUid(uid))) return outcome;
    const record = { uid, key: idempotency.key, fingerprint: idempotency.fingerprint, timeMs, outcome };
    if (movesMoney(command)) this.keys.addMoney(record);
    else this.keys.addOrder(record);
    return outcome;
  }

  private execute(command: Command, writer: EventWriter | null): Outcome {
    const answer = this.take(command, writer);
    if (typeof answer === 'string') return { ok: false, seq: this.lastSeq, repeated: false, code: answer };
    return { ok: true, seq: this.lastSeq, repeated: false, result: this.resultOf(command, answer) };
  }

  private take(command: Command, writer: EventWriter | null): Answer {
    makeRoom(this.machine);
    this.reporter.begin(this.lastSeq, this.lastTimeMs, writer);
    const answer = this.machine.execute(command);
    if (typeof answer !== 'string' && command.kind === 'Clock') this.keys.age(this.lastTimeMs);
    return answer;
  }

  private resultOf(command: Command, answer: Exclude<Answer, string>): CommandResult {
    switch (command.kind) {
      case 'PlaceOrder':
      case 'AmendOrder':
      case 'CancelOrder':
        return { kind: 'Order', order: this.namedOr(answer) };
      case 'PlaceOco':
        return { kind: 'Orders', orders: this.legsOf(answer) };
      case 'CancelAllOrders':
        return { kind: 'Orders', orders: this.machine.cancelled };
      case 'Deposit':
      case 'Transfer':
        return { kind: 'Transfer', transferId: answer };
      case 'PlacePerpOrder':
      case 'AmendPerpOrder':
      case 'CancelPerpOrder':
      case 'OpenVoucherPosition':
        return { kind: 'PerpOrder', order: this.perpView(this.machine.perps.result.order) };
      case 'PlaceStopOrder':
      case 'AmendStopOrder':
      case 'CancelStopOrder':
      case 'SetPositionExits':
        return { kind: 'StopOrders', orders: this.stopViews() };
      case 'ChangeMarket':
        return { kind: 'Misfits', misfits: this.machine.misfits };
      case 'ChangeContract':
        return { kind: 'Misfits', misfits: this.machine.perps.result.misfits };
      case 'CancelAllPerpOrders': {
        const { cancelled } = this.machine.perps.result;
        return { kind: 'PerpOrders', orders: cancelled, stopOrders: this.stopViews() };
      }
      default:
        return isProductCommand(command) && !MOVES_CAPITAL.includes(command.kind)
          ? { kind: 'Moved', amount: answer as Amount }
          : { kind: 'Done' };
    }
  }

  private perpView(order: number): PerpOrderView {
    const { orders, accounts, contracts } = this.machine.perps;
    return perpOrderView(orders, accounts, contracts, order);
  }

  private stopViews(): StopOrderView[] {
    const { result, accounts, contracts } = this.machine.perps;
    return result.stops.map((stop) => stopOrderView(stop, accounts, contracts));
  }

  contracts(): ContractView[] {
    return this.machine.perps.contracts.map(contractView);
  }

  contract(symbol: string): ContractView | null {
    const contract = this.machine.perps.contract(symbol);
    return contract === undefined ? null : contractView(contract);
  }

  contractDepth(symbol: string, limit: number): DepthView | null {
    const contract = this.machine.perps.contract(symbol);
    return contract === undefined ? null : depthOf(contract, limit);
  }

  perpOrder(orderId: number): PerpOrderView | null {
    const order = this.machine.perps.ids.get(orderId);
    return order === 0 ? null : this.perpView(order);
  }

  perpOrderByClientId(owner: PerpOwner, clientOrderId: string): PerpOrderView | null {
    const { perps } = this.machine;
    const contract = perps.contract(owner.symbol);
    const account = perps.accounts.find(owner.uid, owner.wallet);
    if (contract === undefined || account === undefined) return null;
    const order = perps.lifecycle.find(account, contract, 0, clientOrderId);
    return typeof order === 'string' ? null : this.perpView(order);
  }

  openPerpOrders({ uid, wallet, symbol }: PerpOwner): PerpOrderView[] {
    const account = this.machine.perps.accounts.find(uid, wallet);
    const views = (account?.liveOrders() ?? []).map((order) => this.perpView(order));
    return symbol === '' ? views : views.filter((view) => view.symbol === symbol);
  }

  openStopOrders(owner: PerpOwner): OpenStopOrderView[] {
    return openStopsOf(this.machine.perps, owner);
  }

  trailingStops(names: readonly StopOrderName[], wallet: string): OpenStopOrderView[] {
    return trailingStopsOf(this.machine.perps, names, wallet);
  }

  rankForLights(positions: number): boolean {
    return this.machine.perps.adl.standings.advance(positions);
  }

  positions({ uid, wallet, symbol }: PerpOwner): OpenPositionView[] {
    const { perps } = this.machine;
    const account = perps.accounts.find(uid, wallet);
    if (account === undefined) return [];
    return [...account.holdings.values()].flatMap((holding) =>
      symbol !== '' && holding.contract.symbol !== symbol
        ? []
        : holding.positions().map((position) => ({
            ...positionView(perps.risk, perps.accounts, account, holding, position, this.lastTimeMs),
            adlLights: perps.adl.lights(account, holding.contract, position),
          })),
    );
  }

  capital(uid: number, wallet: string): CapitalView | null {
    return capitalOf(this.machine, uid, wallet);
  }
  preference(uid: number, wallet: string, symbol: string): PreferenceView | null {
    return preferenceOf(this.machine, uid, wallet, symbol);
  }

  dust(uid: number, nowMs: number): DustView {
    return this.machine.products.dust.view(uid, nowMs);
  }

  houseAccounts(): HouseAccount[] {
    const { ledger, assets } = this.machine;
    return ledger
      .namedAccounts()
      .filter(({ owner }) => owner === HOUSE)
      .map(({ name, asset, row }) => ({ name, asset: assets[asset].asset, balance: ledger.balance(row, AVAILABLE) }));
  }

  assets(): AssetView[] {
    return [...this.machine.assets];
  }

  markets(): MarketView[] {
    return this.machine.markets.map(marketView);
  }

  market(symbol: string): MarketView | null {
    const market = this.machine.market(symbol);
    return market ? marketView(market) : null;
  }

  checkOrder(order: PlaceOrder, timeMs: number): RejectCode | null {
    return this.machine.checkOrder(order, timeMs);
  }

  order(orderId: number): OrderView | null {
    const { users, markets } = this.machine;
    users.settle();
    const order = this.machine.ids.get(orderId);
    if (order < 0) return orderView(users.recalled, users, markets, users.recall(-order, orderId));
    return order === 0 ? null : this.view(order);
  }

  orderByClientId(uid: number, symbol: string, clientOrderId: string): OrderView | null {
    const market = this.machine.market(symbol);
    const { users } = this.machine;
    const user = users.find(uid);
    if (market === undefined || user === undefined) return null;
    return this.order(users.orderNames.newest(user, market.index, clientOrderId));
  }

  openOrders(uid: number, symbol: string): OpenOrderView[] {
    return openOrdersOf(this.machine, uid, symbol);
  }

  trailingOrders(orderIds: readonly number[]): OpenOrderView[] {
    return trailingOrdersOf(this.machine, orderIds);
  }

  balances(uid: number): BalanceView[] {
    const user = this.machine.users.find(uid);
    if (user === undefined) return [];
    const { ledger, assets } = this.machine;
    return ledger.walletRowsOf(user.index).flatMap((row) => {
      const { asset } = assets[ledger.assetOf(row)];
      const futures = futuresBalance(ledger, uid, asset, row);
      const spot = spotBalance(ledger, uid, asset, row);
      return futures.available === 0n ? [spot] : [spot, futures];
    });
  }

  depth(symbol: string, limit: number): DepthView | null {
    const market = this.machine.market(symbol);
    return market === undefined ? null : depthOf(market, limit);
  }

  ledgerSums(): LedgerSum[] {
    return this.machine.ledger.sums().map(({ users, house, external }, index) => ({
      ...this.machine.assets[index],
      sum: users + house + external,
      users,
      house,
      external,
    }));
  }

  snapshot(): Uint8Array {
    return writeSnapshot(this, this.hashes);
  }

  stateHash(): string {
    return hex(this.hashes.sha256(stateBytes(this)));
  }

  /** The legs of a pair just placed: their ids follow each other. */
  private legsOf(first: number): OrderView[] {
    const view = this.view(first);
    return [view, this.view(this.machine.ids.get(view.orderId + 1))];
  }

  /** The order that the last command named, as it left it. */
  private namedOr(order: number): OrderView {
    return this.machine.path.named ?? this.view(order);
  }

  private view(order: number): OrderView {
    return orderView(this.machine.orders, this.machine.users, this.machine.markets, order);
  }
}
