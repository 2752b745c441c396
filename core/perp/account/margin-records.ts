/**
 * What margin accounts hold and need, as records in the memory that the kernel reads and writes too (core/kernel/perp-layout.ts): lists of orders, what they
 * come to, and sums of that over a wallet's contracts. The core has settings and positions as objects: it writes their records at the end of each command that changed them (`mirror`), and makes
 * the objects of the records that the kernel changed, or that a snapshot left, when somebody asks for them (MarginAccount.holdings). What has no place any more is number 0, and the core's alone.
 */
import { MAX_UNITS } from '../../fixed.ts';
import { hashPlace } from '../../kernel/hash-places.ts';
import { SHARED } from '../../kernel/layout.ts';
import * as layout from '../../kernel/layout.ts';
import { ACCOUNTS, grown, HOLDING_PLACES, HOLDINGS } from '../../kernel/limits.ts';
import type { Bytes } from '../../kernel/memory.ts';
import * as perp from '../../kernel/perp-layout.ts';
import type { PlainHolding } from './plain-holding.ts';
import { ACCOUNT_DOUBLES, ACCOUNT_WORDS, HOLDING_DOUBLES, HOLDING_WORDS, RecordTable } from './record-table.ts';
import { RecordedFunding } from './recorded-funding.ts';
import { WalletSums } from './wallet-sums.ts';

const PLACE_WORDS = perp.PLACE_BYTES >> 2;
/** A search among the places is short then. */
const FULL = 0.75;
const MOST = BigInt(MAX_UNITS);

/** What of an account is in its record. */
interface Account {
  readonly index: number;
  readonly wallet: string;
  readonly mode: string;
  readonly closeOnly: boolean;
  /** Null without a record. */
  readonly records: unknown;
  readonly hasUnrecorded: boolean;
  leaveToCore(): void;
}

interface Position {
  readonly direction: bigint;
  readonly quantity: bigint;
  readonly cost: bigint;
  readonly isolated: boolean;
  readonly positionId: number;
  readonly openedAtMs: number;
}

/** What of a holding is in its record. */
interface Recorded {
  readonly number: number;
  readonly contract: { readonly index: number };
  readonly marginMode: string;
  readonly longLeverage: number;
  readonly shortLeverage: number;
  readonly both: Position | null;
  readonly long: Position | null;
  readonly short: Position | null;
  readonly reduceOnlyOrders: ReadonlySet<number> | null;
  isUnmirrored: boolean;
  isPlaced: boolean;
}

export class MarginRecords<
  Of extends Account,
  Holding extends Recorded & { readonly account: Of },
> extends RecordTable {
  private readonly memory: Bytes;
  private accountsAt: number;
  private accountRoom = ACCOUNTS.first;
  private holdingsAt: number;
  private holdingRoom = HOLDINGS.first;
  private placesAt: number;
  private placeRoom = HOLDING_PLACES.first;
  private places!: Int32Array;
  private shared!: Int32Array;
  /** By number. */
  private readonly holdings: (Holding | null)[] = [null];
  private readonly free: number[] = [];
  private unmirrored: Holding[] = [];
  private readonly funding = new RecordedFunding();

  constructor(memory: Bytes) {
    super();
    this.memory = memory;
    this.accountsAt = memory.allocate(this.accountRoom * perp.ACCOUNT_BYTES);
    this.holdingsAt = memory.allocate(this.holdingRoom * perp.HOLDING_BYTES);
    this.placesAt = memory.allocate(this.placeRoom * perp.PLACE_BYTES);
    memory.follow(() => this.view());
    this.used = 1;
  }

  /** Gives an account its record; false where there is no place for it. */
  addAccount(index: number, user: number): boolean {
    if (index >= ACCOUNTS.most) return false;
    if (index >= this.accountRoom) this.growAccountsTo(grown(this.accountRoom, ACCOUNTS));
    this.accountWords.fill(0, index * ACCOUNT_WORDS, (index + 1) * ACCOUNT_WORDS);
    this.accountWords[index * ACCOUNT_WORDS + (perp.ACCOUNT_USER >> 2)] = user;
    this.accountWords[index * ACCOUNT_WORDS + (perp.ACCOUNT_INDEX >> 2)] = index;
    this.accountDoubles[index * ACCOUNT_DOUBLES + (perp.ACCOUNT_VALUED_AT >> 3)] = -1;
    return true;
  }

  /** The number of a new record for a holding of an account that has one; 0 where there is no place for it. */
  addHolding(holding: Holding, account: number): number {
    const number = this.addRecord(account, holding.contract.index);
    if (number !== 0) this.holdings[number] = holding;
    return number;
  }

  private addRecord(account: number, contract: number): number {
    const free = this.free.pop();
    const number = free ?? this.used;
    if (number >= HOLDINGS.most) return 0;
    if (number >= this.holdingRoom) this.growHoldingsTo(grown(this.holdingRoom, HOLDINGS));
    if (free === undefined) this.used += 1;
    this.reach(number);
    this.words.fill(0, number * HOLDING_WORDS, (number + 1) * HOLDING_WORDS);
    this.setInt(number, perp.HOLDING_ACCOUNT, account);
    this.setInt(number, perp.HOLDING_CONTRACT, contract);
    this.setNum(number, perp.SUMS_MARK, NaN);
    return number;
  }

  /** Makes room for so many accounts of a snapshot with a holding each, as far as there may be: growing step by step copies the records at each. */
  reserve(accounts: number): void {
    let [room, holdings, places] = [this.accountRoom, this.holdingRoom, this.placeRoom];
    while (room <= accounts && room < ACCOUNTS.most) room = grown(room, ACCOUNTS);
    while (holdings <= accounts && holdings < HOLDINGS.most) holdings = grown(holdings, HOLDINGS);
    while (places * FULL < accounts && places < HOLDING_PLACES.most) places = grown(places, HOLDING_PLACES);
    if (room > this.accountRoom) this.growAccountsTo(room);
    if (holdings > this.holdingRoom) this.growHoldingsTo(holdings);
    if (places > this.placeRoom) this.growPlacesTo(places);
  }

  /** Is there room for the records of one more account, and of so many more holdings of it? */
  hasRoom(account: number, holdings: number): boolean {
    return (
      account < ACCOUNTS.most &&
      this.used + holdings <= HOLDINGS.most &&
      this.placed + holdings <= HOLDING_PLACES.most * FULL
    );
  }

  /** The record of a holding of a snapshot, of an account that has one; there is room. As if the kernel had made it: its object follows. */
  restore(account: number, holding: PlainHolding): void {
    const number = this.addRecord(account, holding.contract);
    this.setNum(number, perp.LONG_LEVERAGE, holding.longLeverage);
    this.setNum(number, perp.SHORT_LEVERAGE, holding.shortLeverage);
    this.setNum(number, perp.BOTH_QUANTITY, holding.quantity);
    this.setNum(number, perp.BOTH_COST, holding.cost);
    this.setNum(number, perp.POSITION_ID, holding.positionId);
    this.setNum(number, perp.POSITION_OPENED, holding.openedAtMs);
    this.setNum(number, perp.POSITION_REALISED, holding.realised);
    this.setNum(number, perp.POSITION_FEES, holding.fees);
    if (holding.funding !== 0) this.funding.set(number, holding.positionId, holding.funding);
    this.setFlag(number, perp.IS_NEWER, true);
    this.setInt(number, perp.NEXT_NEWER, this.accountInt(account, perp.ACCOUNT_NEWER));
    this.setAccountInt(account, perp.ACCOUNT_NEWER, number);
    new WalletSums(this, account).touch(number);
    this.enterPlace(placeKey(account, holding.contract), number);
  }

  /** What the position of a record without an object has got and paid as funding, in units. */
  fundingOf(number: number): number {
    return this.funding.of(number, this.num(number, perp.POSITION_ID));
  }
  addFunding(number: number, amount: number): void {
    this.funding.set(number, this.num(number, perp.POSITION_ID), this.fundingOf(number) + amount);
  }
  /** Takes it away: the object, which is made now, has it from here on. */
  takeFunding(number: number): bigint {
    const funding = this.fundingOf(number);
    this.funding.forget(number);
    return BigInt(funding);
  }

  /** Has the kernel made holdings of the account, or changed positions, that the objects do not know? */
  hasNewer(account: number): boolean {
    return this.accountInt(account, perp.ACCOUNT_NEWER) !== 0;
  }

  /** The numbers of those, in the order in which that happened first. */
  newerOf(account: number): number[] {
    const numbers: number[] = [];
    for (let next = this.accountInt(account, perp.ACCOUNT_NEWER); next !== 0; next = this.int(next, perp.NEXT_NEWER))
      numbers.push(next);
    return numbers.reverse();
  }
  /** Takes them: `adopt` gives new ones their objects. */
  takeNewer(account: number): number[] {
    const numbers = this.newerOf(account);
    for (const number of numbers) this.setFlag(number, perp.IS_NEWER, false);
    this.setAccountInt(account, perp.ACCOUNT_NEWER, 0);
    return numbers;
  }
  adopt(number: number, holding: Holding): void {
    this.reach(number);
    this.holdings[number] = holding;
  }

  /** The number of the next new record. */
  private get used(): number {
    return this.shared[layout.HOLDINGS_USED >> 2];
  }
  private set used(number: number) {
    this.shared[layout.HOLDINGS_USED >> 2] = number;
  }
  private get placed(): number {
    return this.shared[layout.PLACES_USED >> 2];
  }
  private set placed(count: number) {
    this.shared[layout.PLACES_USED >> 2] = count;
  }

  /** Forgets a holding that was made for a command that came to nothing: it has no orders and no positions. */
  dropHolding(number: number): void {
    this.holdings[number] = null;
    this.free.push(number);
  }

  /** The holding of a record. */
  holdingOf(number: number): Holding {
    if (!this.has(number, perp.IS_NEWER)) return this.holdings[number]!;
    this.askFor(this.int(number, perp.HOLDING_ACCOUNT));
    return this.holdings[number]!;
  }

  /** Set by the accounts: takes over what the kernel made and changed of the account of that index. */
  askFor: (account: number) => void = () => {};

  /** The kernel numbers records too: the list has a place for each number up to this one. */
  private reach(number: number): void {
    while (this.holdings.length <= number) this.holdings.push(null);
  }

  /** The core has to finish something before the kernel may carry out orders. */
  setWaiting(waits: boolean): void {
    this.shared[layout.PERPS_WAIT >> 2] = waits ? 1 : 0;
  }

  /** At the end of the command the holding's record, and its account's, are written anew. */
  willMirror(holding: Holding): void {
    if (holding.isUnmirrored) return;
    holding.isUnmirrored = true;
    this.unmirrored.push(holding);
  }

  /** Writes the records of what changed since it was last called. `row`: of the account's wallet in the ledger, 0 for none yet. */
  mirror(rowOf: (account: Of) => number): void {
    const { unmirrored } = this;
    for (let holding = unmirrored.pop(); holding !== undefined; holding = unmirrored.pop()) {
      holding.isUnmirrored = false;
      if (this.holdings[holding.number] !== holding) continue;
      this.writeHolding(holding);
      this.mirrorAccount(holding.account, rowOf(holding.account));
    }
  }

  /** The kernel leaves all orders of the account to the core. */
  leaveToCore(account: number): void {
    this.setAccountInt(
      account,
      perp.ACCOUNT_FLAGS,
      this.accountInt(account, perp.ACCOUNT_FLAGS) | perp.ACCOUNT_IS_LEFT,
    );
  }

  setWalletRow(account: number, row: number): void {
    this.setAccountInt(account, perp.ACCOUNT_ROW, row);
  }

  mirrorAccount(account: Of, row: number): void {
    if (account.records === null) return;
    const isPlain = account.wallet === 'FUTURES' && !account.hasUnrecorded;
    const flags =
      (account.mode === 'HEDGE' ? perp.IN_HEDGE : 0) |
      (account.closeOnly ? perp.CLOSE_ONLY : 0) |
      (isPlain ? 0 : perp.ACCOUNT_IS_LEFT);
    this.setAccountInt(account.index, perp.ACCOUNT_FLAGS, flags);
    this.setWalletRow(account.index, row);
  }

  private writeHolding(holding: Holding): void {
    const { number, both, long, short, marginMode, reduceOnlyOrders } = holding;
    const isIsolated = marginMode === 'ISOLATED';
    const isKnown = (position: Position | null): boolean =>
      position === null ||
      (position.isolated === isIsolated && position.quantity <= MOST && position.cost <= MOST && position.cost >= 0n);
    const isPlain = isKnown(both) && isKnown(long) && isKnown(short) && (reduceOnlyOrders?.size ?? 0) === 0;
    this.setFlag(number, perp.IS_ISOLATED, isIsolated);
    this.setFlag(number, perp.HOLDING_IS_LEFT, !isPlain);
    this.setNum(number, perp.LONG_LEVERAGE, holding.longLeverage);
    this.setNum(number, perp.SHORT_LEVERAGE, holding.shortLeverage);
    const sign = both === null || both.direction === 1n ? 1 : -1;
    this.setNum(number, perp.BOTH_QUANTITY, both === null ? 0 : sign * Number(both.quantity));
    this.setNum(number, perp.BOTH_COST, both === null ? 0 : Number(both.cost));
    this.setNum(number, perp.POSITION_ID, both === null ? 0 : both.positionId);
    this.setNum(number, perp.POSITION_OPENED, both === null ? 0 : both.openedAtMs);
    this.noteIsolated(holding);
    if (!holding.isPlaced) this.place(holding);
  }

  /** Keeps count of the account's holdings with isolated positions. */
  private noteIsolated({ number, account, both, long, short }: Holding): void {
    const has = both?.isolated === true || long?.isolated === true || short?.isolated === true;
    if (has === this.has(number, perp.HAS_ISOLATED)) return;
    this.setFlag(number, perp.HAS_ISOLATED, has);
    const count = this.accountInt(account.index, perp.ACCOUNT_ISOLATED) + (has ? 1 : -1);
    this.setAccountInt(account.index, perp.ACCOUNT_ISOLATED, count);
  }

  private place(holding: Holding): void {
    const { account, contract, number } = holding;
    holding.isPlaced = this.enterPlace(placeKey(account.index, contract.index), number);
    // The kernel would take it for one that is not there.
    if (!holding.isPlaced) account.leaveToCore();
  }

  /** Lets the kernel find the holding by its account and contract; false where there is no place any more. */
  private enterPlace(key: number, number: number): boolean {
    if (this.placed + 1 > this.placeRoom * FULL) {
      if (this.placeRoom === HOLDING_PLACES.most) return false;
      this.growPlacesTo(grown(this.placeRoom, HOLDING_PLACES));
    }
    this.enter(key, number);
    return true;
  }

  private enter(key: number, number: number): void {
    const { places, placeRoom } = this;
    let place = hashPlace(key, placeRoom);
    while (places[place * PLACE_WORDS] !== 0) place = (place + 1) & (placeRoom - 1);
    places[place * PLACE_WORDS] = key;
    places[place * PLACE_WORDS + 1] = number;
    this.placed += 1;
  }

  private view(): void {
    const { buffer } = this.memory;
    this.accountWords = new Int32Array(buffer, this.accountsAt, this.accountRoom * ACCOUNT_WORDS);
    this.accountDoubles = new Float64Array(buffer, this.accountsAt, this.accountRoom * ACCOUNT_DOUBLES);
    this.words = new Int32Array(buffer, this.holdingsAt, this.holdingRoom * HOLDING_WORDS);
    this.doubles = new Float64Array(buffer, this.holdingsAt, this.holdingRoom * HOLDING_DOUBLES);
    this.places = new Int32Array(buffer, this.placesAt, this.placeRoom * PLACE_WORDS);
    this.shared = new Int32Array(buffer, SHARED, layout.SHARED_BYTES >> 2);
    const { shared } = this;
    shared[layout.HOLDING_ROOM >> 2] = this.holdingRoom;
    shared[layout.ACCOUNTS_AT >> 2] = this.accountsAt;
    shared[layout.HOLDINGS_AT >> 2] = this.holdingsAt;
    shared[layout.PLACES_AT >> 2] = this.placesAt;
    shared[layout.PLACE_BITS >> 2] = Math.log2(this.placeRoom);
  }

  private growAccountsTo(room: number): void {
    const at = this.memory.allocate(room * perp.ACCOUNT_BYTES);
    new Int32Array(this.memory.buffer, at).set(this.accountWords);
    this.memory.release(this.accountsAt, this.accountRoom * perp.ACCOUNT_BYTES);
    this.accountsAt = at;
    this.accountRoom = room;
    this.view();
  }

  private growHoldingsTo(room: number): void {
    const at = this.memory.allocate(room * perp.HOLDING_BYTES);
    new Int32Array(this.memory.buffer, at).set(this.words);
    this.memory.release(this.holdingsAt, this.holdingRoom * perp.HOLDING_BYTES);
    this.holdingsAt = at;
    this.holdingRoom = room;
    this.view();
  }

  private growPlacesTo(places: number): void {
    const before = { words: this.places.slice(), at: this.placesAt, bytes: this.placeRoom * perp.PLACE_BYTES };
    this.placeRoom = places;
    this.placesAt = this.memory.allocate(this.placeRoom * perp.PLACE_BYTES);
    this.placed = 0;
    this.view();
    const { words } = before;
    for (let at = 0; at < words.length; at += PLACE_WORDS) if (words[at] !== 0) this.enter(words[at], words[at + 1]);
    this.memory.release(before.at, before.bytes);
  }
}

/** Not 0. */
function placeKey(account: number, contract: number): number {
  return (((account << perp.CONTRACT_BITS) | contract) + 1) | 0;
}
