/** Tells what happens: numbers each event inside its command and, where it concerns a user, in the user's stream, and writes it down. */
import { INT_STRIDE, USER } from '../book/order-pool.ts';
import { FIRST_ROW, type FundingTerms, ROW, SEQ, UID, USER_SEQ, BALANCE_SEQ } from '../protocol/event-packs.ts';
import { BALANCE_USER_SEQ, INDEX, ORDER_USER_SEQ } from '../protocol/event-rows.ts';
import type { EventBody, OrderChangedCause } from '../protocol/events.ts';
import type { Amount, Price } from '../fixed.ts';
import type { ProductEvent } from '../protocol/product-events.ts';
import { AVAILABLE, type Ledger, LOCKED } from '../ledger/ledger.ts';
import { assert } from '../protocol/invariant.ts';
import type { Misfit } from '../protocol/parameter-changes.ts';
import type { Contract } from '../perp/contract/contract.ts';
import type { Perps } from '../perp/perps.ts';
import type { PerpEvent } from '../protocol/perp-events.ts';
import type { Unnumbered } from '../protocol/words.ts';
import { EventWriter } from './event-writer.ts';
import type { FundsMove, Reporter } from './reporter.ts';
import type { Fill } from '../spot/sink.ts';
import type { Market } from '../spot/market.ts';
import type { User } from '../users/user.ts';
import { rowAfter } from './unpack-events.ts';
import { unpackEvents } from './unpack-rows.ts';
import { marketView } from './views.ts';
import {
  copyOrder,
  type OrderParts,
  writeBalance,
  writeDepth,
  writeOrder,
  writePerpOrder,
  writeTrade,
} from './write-rows.ts';

/** The numbers that every event gets when it is sent. */
interface Numbers {
  seq: number;
  index: number;
  timeMs: number;
}

/** A settlement that is being told: what has no row of it is written apart. */
interface OpenFunding {
  readonly rows: Float64Array;
  readonly terms: FundingTerms;
  readonly index: number;
  /** How many of its rows are told. */
  rowCount: number;
  /** Where it is told once it is whole; null where nobody hears of it. */
  readonly writer: EventWriter | null;
}

interface ReporterParts extends OrderParts {
  readonly assets: readonly { readonly asset: string }[];
  readonly perps: Perps;
}

const NO_FUNDING: OpenFunding = {
  rows: new Float64Array(0),
  terms: { symbol: '', asset: '', rate: 0, markPrice: 0 as Price, tiers: [] },
  index: 0,
  rowCount: 0,
  writer: null,
};
/** FundingPaid and PositionChanged. */
const EVENTS_OF_PAYMENT = 2;

export class EventReporter implements Reporter {
  private parts!: ReporterParts;
  /** Null where nobody hears of the command: its events are only counted in their users' streams. */
  private writer: EventWriter | null = null;
  private seq = 0;
  private index = 0;
  private timeMs = 0;
  private funding = NO_FUNDING;
  /** What is told of a settlement beside its rows. */
  private readonly besideFunding = new EventWriter();
  /** Orders that self-trade prevention changed: each as it was then, to be told later. */
  private readonly prevented = new EventWriter();
  private readonly preventedOf: { readonly user: User; readonly at: number }[] = [];

  /** The state machine hands over the parts it built; called once, before the first command. */
  attach(parts: ReporterParts): void {
    this.parts = parts;
  }

  begin(seq: number, timeMs: number, writer: EventWriter | null): void {
    this.seq = seq;
    this.timeMs = timeMs;
    this.index = 0;
    this.writer = writer;
    // What a command that failed half-way left is not told with this one.
    this.prevented.clear();
    if (this.preventedOf.length > 0) this.preventedOf.length = 0;
    this.besideFunding.clear();
    writer?.begin(seq, timeMs);
  }

  /** Goes on telling a command of which the kernel told the events before this number. */
  goOn(seq: number, timeMs: number, index: number, writer: EventWriter): void {
    this.seq = seq;
    this.timeMs = timeMs;
    this.index = index;
    this.writer = writer;
  }

  assetCreated(asset: string, scale: number): void {
    this.send({ kind: 'AssetCreated', asset, scale });
  }

  marketChanged(market: Market): void {
    this.send({ kind: 'MarketChanged', ...marketView(market) });
  }

  parametersChanged({ symbol, version }: Market, misfits: readonly Misfit[]): void {
    this.send({ kind: 'MarketParametersChanged', symbol, version, misfits });
  }

  get isUnheard(): boolean {
    return this.writer === null;
  }

  countUnheard(user: User | null): boolean {
    if (this.writer !== null) return false;
    if (user !== null) user.eventCount += 1;
    return true;
  }

  orderChanged(order: number, cause: OrderChangedCause): void {
    const user = this.userOf(order);
    const { writer } = this;
    if (writer === null) user.eventCount += 1;
    else this.numberOrder(writer, writeOrder(writer, this.parts, order, cause), user);
  }

  orderPrevented(order: number, cause: OrderChangedCause): void {
    if (this.countUnheard(this.userOf(order))) return;
    const at = writeOrder(this.prevented, this.parts, order, cause);
    this.preventedOf.push({ user: this.userOf(order), at });
  }

  tellPrevented(): void {
    const { writer, prevented, preventedOf } = this;
    if (preventedOf.length === 0) return;
    for (const { user, at } of preventedOf) this.numberOrder(writer!, copyOrder(writer!, prevented, at), user);
    preventedOf.length = 0;
    prevented.clear();
  }

  traded(market: Market, fill: Readonly<Fill>): void {
    if (this.writer !== null) this.number(this.writer, writeTrade(this.writer, this.parts, market, fill));
  }

  fundsMoved(user: User, move: FundsMove): void {
    const amount = move.amount as Amount;
    this.send({ kind: 'FundsMoved', ...move, amount, uid: user.uid, userSeq: (user.eventCount += 1) });
  }

  feeTierChanged(user: User): void {
    const { uid, tier } = user;
    this.send({ kind: 'FeeTierChanged', uid, ...tier, userSeq: (user.eventCount += 1) });
  }

  balancesChanged(ledger: Ledger): void {
    for (let i = 0; i < ledger.touchedCount; i += 1) this.sendTouched(ledger, ledger.shared.touchedAt(i));
  }

  beginFunding(rows: Float64Array, terms: FundingTerms): void {
    const { writer, besideFunding } = this;
    this.funding = { rows, terms, index: this.index, rowCount: 0, writer };
    if (writer === null) return;
    besideFunding.begin(this.seq, this.timeMs);
    this.writer = besideFunding;
  }

  tellFundingRows(toRow: number): void {
    const { funding } = this;
    const { users } = this.parts;
    const { rows } = funding;
    const end = FIRST_ROW + toRow * ROW;
    for (let at = FIRST_ROW + funding.rowCount * ROW; at < end; at += ROW) {
      const user = users.at(rows[at + UID]);
      rows[at + UID] = user.uid;
      rows[at + USER_SEQ] = user.eventCount + 1;
      user.eventCount += EVENTS_OF_PAYMENT;
    }
    this.index += (toRow - funding.rowCount) * EVENTS_OF_PAYMENT;
    funding.rowCount = toRow;
  }

  endFunding(ledger: Ledger): void {
    const { funding, seq, timeMs } = this;
    const { rows, terms, index, rowCount, writer } = funding;
    this.tellBalances(ledger, rows, FIRST_ROW + rowCount * ROW);
    this.writer = writer;
    this.funding = NO_FUNDING;
    rows[SEQ] = seq;
    const count = this.index - index;
    const told = unpackEvents([this.besideFunding.take()]);
    if (writer === null || count === 0) return;
    writer.object({ kind: 'FundingPack', seq, timeMs, index, count, rowCount, rows, told, ...terms });
  }

  /** Of rows only the number is missing; who paid comes before who got. */
  private tellBalances(ledger: Ledger, rows: Float64Array, end: number): void {
    const { users } = this.parts;
    let at = rowAfter(rows, 0, end);
    for (let i = 0; i < ledger.touchedCount; i += 1) {
      const wallet = ledger.shared.touchedAt(i);
      if (at >= end || wallet !== rows[at + BALANCE_SEQ] * 2 + 1) {
        this.sendTouched(ledger, wallet);
        continue;
      }
      rows[at + BALANCE_SEQ] = users.at(ledger.ownerOf(wallet >> 1)).eventCount += 1;
      this.index += 1;
      at = rowAfter(rows, at, end);
    }
    assert(at >= end, 'the wallets of all payments were touched');
  }

  /** `touched` as SharedState.touchedAt answers it. */
  private sendTouched(ledger: Ledger, touched: number): void {
    const { users, assets } = this.parts;
    const row = touched >> 1;
    const user = users.at(ledger.ownerOf(row));
    if (this.countUnheard(user)) return;
    const asset = assets[ledger.assetOf(row)].asset;
    const name = ledger.nameOf(row);
    if (name !== '') {
      this.sendAccount(user, name, asset, row, ledger);
      return;
    }
    const writer = this.writer!;
    const wallet = { uid: user.uid, asset, ledgerRow: row, isFutures: (touched & 1) === 1 };
    const at = writeBalance(writer, ledger, wallet);
    writer.numbers[at + BALANCE_USER_SEQ] = user.eventCount += 1;
    this.number(writer, at);
  }

  perpOrderChanged(order: number, cause: OrderChangedCause): void {
    const { perps } = this.parts;
    const { user } = perps.accounts.at(perps.orders.accountOf(order));
    const { writer } = this;
    if (writer === null) user.eventCount += 1;
    else this.numberOrder(writer, writePerpOrder(writer, perps, order, cause), user);
  }

  perpDepthChanged(contract: Contract, side: number, ticks: number): void {
    if (this.writer !== null) this.number(this.writer, writeDepth(this.writer, contract, true, side, ticks));
  }

  perp(user: User | null, event: Unnumbered<PerpEvent>): void {
    this.sendNumbered(user, event);
  }

  product(user: User | null, event: Unnumbered<ProductEvent>): void {
    this.sendNumbered(user, event);
  }

  private sendAccount(user: User, account: string, asset: string, row: number, ledger: Ledger): void {
    this.send({
      kind: 'AccountChanged',
      userSeq: (user.eventCount += 1),
      uid: user.uid,
      account,
      asset,
      balance: ledger.balance(row, AVAILABLE),
      held: ledger.balance(row, LOCKED),
    });
  }

  depthChanged(market: Market, side: number, ticks: number): void {
    if (this.writer !== null) this.number(this.writer, writeDepth(this.writer, market, false, side, ticks));
  }

  /** Gives the event whose row begins there its place in the command. */
  private number(writer: EventWriter, at: number): void {
    writer.numbers[at + INDEX] = this.index++;
  }

  private numberOrder(writer: EventWriter, at: number, user: User): void {
    writer.numbers[at + ORDER_USER_SEQ] = user.eventCount += 1;
    this.number(writer, at);
  }

  private userOf(order: number): User {
    return this.parts.users.at(this.parts.orders.int[order * INT_STRIDE + USER]);
  }

  private sendNumbered(user: User | null, body: Unnumbered<PerpEvent | ProductEvent>): void {
    if (user !== null) (body as { userSeq?: number }).userSeq = user.eventCount += 1;
    this.send(body as EventBody);
  }

  /** The body becomes the event: a copy of it with its numbers costs more than making it did. */
  private send(body: EventBody): void {
    const event = body as EventBody & Numbers;
    event.seq = this.seq;
    event.index = this.index++;
    event.timeMs = this.timeMs;
    this.writer?.object(event);
  }
}
