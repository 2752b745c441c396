/**
 * The kernel: what most commands about orders consist of, a new order, one that moves in its book, one that leaves it and one fill of spot, as a WebAssembly
 * program. It works on the same bytes as the core (memory.ts) and knows plain orders only; whatever else it meets it leaves to the core, before it has
 * changed anything. It also reads what is plain in a snapshot (decision 094). Its sources are in assembly/, `tools/build-kernel.ts` makes program.ts of them (decisions 090 to 093).
 */
import { InvariantError } from '../protocol/invariant.ts';
import type { RejectCode } from '../protocol/rejects.ts';
import { LEFT_TO_CORE, NOT_MINE, RUN_OVER } from './layout.ts';
import type { KernelMemory } from './memory.ts';
import { PROGRAM } from './program.ts';
import { webAssembly, type WasmModule } from './web-assembly.ts';

/** What assembly/index.ts says of them. */
interface Program {
  place(
    market: number,
    flags: number,
    user: number,
    price: number,
    quantity: number,
    timeMs: number,
    isUnheard: boolean,
  ): number;
  cancel(market: number, uid: number, id: number, timeMs: number, isUnheard: boolean): number;
  keepEnded(order: number): number;
  forgetEnded(owner: number): number;
  amend(
    market: number,
    uid: number,
    id: number,
    price: number,
    quantity: number,
    timeMs: number,
    isUnheard: boolean,
  ): number;
  run(begin: number, end: number, toSeq: number): number;
  readUsers(begin: number, end: number, first: number, most: number): number;
  readOrders(begin: number, end: number, most: number, users: number, markets: number): number;
  match(
    market: number,
    taker: number,
    makerRate: number,
    takerRate: number,
    timeMs: number,
    isUnheard: boolean,
  ): number;
  trade(
    market: number,
    maker: number,
    taker: number,
    lots: number,
    makerRate: number,
    takerRate: number,
    timeMs: number,
  ): number;
}

/** What `place` and `amend` refuse, at the numbers of layout.ts. */
export const KERNEL_REFUSALS: readonly (RejectCode | null)[] = [
  null,
  null,
  null,
  'TOO_MANY_AMENDS',
  'NOTHING_TO_AMEND',
  'PRICE_TICK',
  'PRICE_RANGE',
  'QUANTITY_STEP',
  'QUANTITY_RANGE',
  'MIN_AMOUNT',
  'MAX_AMOUNT',
  'PRICE_OFFSET',
  'PRICE_BAND',
  'POST_ONLY',
  'AMOUNT_TOO_LARGE',
  'INSUFFICIENT_BALANCE',
  'TOO_MANY_ORDERS',
];

/** Leaves everything to the core: what the kernel does is measured against it, and bugs are planted in the core beside it. */
const IDLE: Program = {
  place: () => NOT_MINE,
  cancel: () => NOT_MINE,
  keepEnded: () => 0,
  forgetEnded: () => 0,
  amend: () => NOT_MINE,
  run: () => RUN_OVER,
  readUsers: () => 0,
  readOrders: () => 0,
  match: () => LEFT_TO_CORE,
  trade: () => 0,
};

/** What it demands of the state, at the numbers of layout.ts: no state of a core that is right fails one. */
const KERNEL_DEMANDS: readonly string[] = [
  'an amount of the kernel lies between 0 and 2^53 - 1',
  'an order of the kernel gives back no more than its user has locked',
  'an order that the kernel lowers loses lots',
  'a fill of the kernel has a price and a quantity, and its amount is at most 2^53 - 1',
  'both orders of a fill of the kernel have its lots',
  'an order that the kernel adds to a book has a rest',
  'an order that the kernel takes from a book is no better than its best',
  'an order of the kernel lies in the window of its book',
  'a fill of a perpetual is booked in rows of the ledger',
  'a fill of the kernel leaves a position on the grid of its contract',
  'the open interest of a contract of the kernel is not below 0',
];

let compiled: WasmModule | null = null;

export class Kernel {
  private readonly program: Program;

  /** False: it leaves everything to the core. */
  readonly works: boolean;

  /** Over the bytes of a core; null: it is idle. */
  constructor(memory: KernelMemory | null) {
    this.works = memory !== null;
    this.program = memory === null ? IDLE : start(memory);
  }

  /**
   * OrderAmender.amend of the user's live order of that id in the market whose record has that address; price and quantity in the units of a
   * command, 0 for what stays. Answers DONE, ENTERS, NOT_MINE, or the place of the refusal in KERNEL_REFUSALS (layout.ts). What order it was, and
   * where it lay before, SharedState tells. Of a command that nobody hears DONE counts the events, too; so do `place` and `cancel`.
   */
  amend(
    market: number,
    uid: number,
    id: number,
    price: number,
    quantity: number,
    timeMs: number,
    isUnheard: boolean,
  ): number {
    return this.program.amend(market, uid, id, price, quantity, timeMs, isUnheard);
  }

  /**
   * OrderPlacer.place of a plain limit order of a user (by index): it gets the next id and a slot, which SharedState names; answers as `amend`. The
   * command's price and quantity; `flags` as packFlags makes them.
   */
  place(
    market: number,
    flags: number,
    user: number,
    { price, quantity }: Readonly<{ price: number; quantity: number }>,
    timeMs: number,
    isUnheard: boolean,
  ): number {
    return this.program.place(market, flags, user, price, quantity, timeMs, isUnheard);
  }

  /** OrderCanceller.cancel of the user's live order of that id, which still has to be kept among the ended ones: DONE or NOT_MINE. */
  cancel(market: number, uid: number, id: number, timeMs: number, isUnheard: boolean): number {
    return this.program.cancel(market, uid, id, timeMs, isUnheard);
  }

  /**
   * Carries out commands of the journal's format, which stand from one address to the other, as long as they are plain and
   * their numbers are not above `toSeq`. Answers why it stopped, RUN_OVER to RUN_PERP_UNSAFE (layout.ts); the rest says SharedState.
   */
  run(begin: number, end: number, toSeq: number): number {
    return this.program.run(begin, end, toSeq);
  }

  /**
   * Reads users of a snapshot that stand from one address to the other into records that have room, the first of them at that index, as long as they are plain; answers how
   * many. Their balances get rows, which have no places yet. SharedState.ran says where the next one begins.
   */
  readUsers(begin: number, end: number, first: number, most: number): number {
    return this.program.readUsers(begin, end, first, most);
  }

  /** The same of orders, of users and markets whose indexes are below those, into the next slots that were never used. */
  readOrders(begin: number, end: number, most: number, users: number, markets: number): number {
    return this.program.readOrders(begin, end, most, users, markets);
  }

  /** Keeps an order that ended as Users.settle does, and gives its slot back. False: nothing was done. */
  keepEnded(order: number): boolean {
    return this.program.keepEnded(order) !== 0;
  }

  /** Forgets the oldest ended order of a user (by index) as Users.settle does. False: nothing was done. */
  forgetEnded(owner: number): boolean {
    return this.program.forgetEnded(owner) !== 0;
  }

  /**
   * OrderMatcher.run of an incoming order at the market's own rates, in 10^-8, as far as it goes: answers FILLED_UP, PRICE_LIMIT, BOOK_EMPTY,
   * FILLS_FULL or LEFT_TO_CORE (layout.ts). SharedState has the fills, which are to be told. Makers that ended still have to be kept.
   */
  match(
    market: number,
    taker: number,
    { makerRate, takerRate }: Readonly<{ makerRate: number; takerRate: number }>,
    timeMs: number,
    isUnheard: boolean,
  ): number {
    return this.program.match(market, taker, makerRate, takerRate, timeMs, isUnheard);
  }

  /** One fill of so many lots at the maker's price and at these rates, in 10^-8. False: nothing was done. */
  trade(market: number, { maker, taker, lots, makerRate, takerRate }: Readonly<Terms>, timeMs: number): boolean {
    return this.program.trade(market, maker, taker, lots, makerRate, takerRate, timeMs) !== 0;
  }
}

interface Terms {
  /** Slots. */
  readonly maker: number;
  readonly taker: number;
  readonly lots: number;
  readonly makerRate: number;
  readonly takerRate: number;
}

function start(memory: KernelMemory): Program {
  compiled ??= new webAssembly.Module(bytesOf(PROGRAM));
  const abort = (_message: number, _file: number, sentence: number): never => {
    throw new InvariantError(KERNEL_DEMANDS[sentence] ?? 'the kernel gave up');
  };
  const { exports } = new webAssembly.Instance(compiled, { env: { memory: memory.wasm, abort } });
  // What an instance exports has a shape of its own, which would make V8 compile anew for each core of a process.
  const { place, cancel, keepEnded, forgetEnded, amend, run, readUsers, readOrders, match, trade } = exports as Program;
  return { place, cancel, keepEnded, forgetEnded, amend, run, readUsers, readOrders, match, trade };
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(hex.length / 2);
  for (let i = 0; i < bytes.length; i += 1) bytes[i] = parseInt(hex.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}
