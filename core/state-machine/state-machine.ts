/**
 * The trading machine without its outer face: every kind of command has one case here, and the work is done by the parts
 * it calls. Order of work for a command: checks, reservation, matching and settlement, events, sums (docs/ARCHITECTURE.md).
 */
import type { Book } from '../book/book.ts';
import { IdTable } from '../book/id-table.ts';
import { LadderBook } from '../book/ladder-book.ts';
import { OrderPool } from '../book/order-pool.ts';
import { type Command, type CommandBody, isPerp, isProductCommand, type PlaceOrder } from '../protocol/commands.ts';
import type { AssetView, OrderView } from '../protocol/events.ts';
import { withPositions } from '../products/bonus-holder.ts';
import { futuresBonus } from '../products/futures-bonus.ts';
import { Products } from '../products/products.ts';
import { Kernel } from '../kernel/kernel.ts';
import { SHARED, SYMBOLS_AT } from '../kernel/layout.ts';
import { MOST_BOOKS } from '../kernel/limits.ts';
import { KnownNames } from '../kernel/known-names.ts';
import { NameTable } from '../kernel/name-table.ts';
import { Bytes, KernelMemory } from '../kernel/memory.ts';
import { Ledger, MAX_ASSETS } from '../ledger/ledger.ts';
import { MarketRecord } from '../spot/market-record.ts';
import { assertNever } from '../protocol/invariant.ts';
import type { Misfit } from '../protocol/parameter-changes.ts';
import { Perps } from '../perp/perps.ts';
import type { RejectCode } from '../protocol/rejects.ts';
import { type OrderCommand, OrderPath } from './order-path.ts';
import type { Reporter } from './reporter.ts';
import { OrderAcceptor } from '../spot/accept-order.ts';
import { DormantOrderAmender } from '../spot/amend-dormant-order.ts';
import { OrderAmender } from '../spot/amend-order.ts';
import { OrderCanceller } from '../spot/cancel-order.ts';
import { OrderCloser } from '../spot/close-order.ts';
import { isPlain } from '../spot/checks.ts';
import { Conditional } from '../spot/conditional-orders.ts';
import { TriggerFirer } from '../spot/fire-triggers.ts';
import { IncomingMatcher } from '../spot/match-incoming.ts';
import { nextStatus, openMarket, startStatus } from '../spot/market-status.ts';
import { MarketChanges } from '../spot/market-changes.ts';
import { Market, validGrid } from '../spot/market.ts';
import { OrderMatcher } from '../spot/match-orders.ts';
import { Oco } from '../spot/oco.ts';
import { OrderPlacer } from '../spot/place-order.ts';
import { PlainOrders } from '../spot/plain-orders.ts';
import { Triggers } from '../spot/triggers.ts';
import { UserSettings } from '../users/user-settings.ts';
import { Users } from '../users/users.ts';
import { Transfers } from './transfers.ts';
import { orderView } from './views.ts';

type Of<K extends CommandBody['kind']> = Extract<CommandBody, { kind: K }>;
/** A refusal; or what the kind of command yields: an order's slot, a transfer's id, 0. */
export type Answer = RejectCode | number;

/** Asset codes and market symbols. */
const NAME = /^[A-Z0-9][A-Z0-9_-]{0,31}$/;
const MAX_SCALE = 12;

export class StateMachine {
  private readonly memory: Bytes;
  readonly orders: OrderPool;
  readonly ids: IdTable;
  readonly ledger: Ledger;
  readonly users: Users;
  readonly knownNames: KnownNames;
  readonly assets: AssetView[] = [];
  readonly markets: Market[] = [];
  readonly acceptor: OrderAcceptor;
  readonly canceller: OrderCanceller;
  /** What the last CancelAllOrders ended. */
  cancelled: readonly OrderView[] = [];
  /** Orders that do not fit the market as the last ChangeMarket left it. */
  misfits: readonly Misfit[] = [];
  /** True after a defect in the ledger was seen: every command is refused from then on (trading C4). */
  isStopped = false;
  readonly perps: Perps;
  readonly products: Products;
  readonly transfers: Transfers;
  readonly path: OrderPath;
  private readonly names: NameTable;
  private readonly placer: OrderPlacer;
  private readonly conditional: Conditional;
  private readonly marketChanges: MarketChanges;
  private readonly userSettings: UserSettings;
  private lastMarket: Market | null = null;
  private readonly assetIndexes = new Map<string, number>();
  private readonly marketsBySymbol = new Map<string, Market>();
  private readonly reporter: Reporter;
  private readonly createBook: (orders: OrderPool) => Book;
  readonly kernel: Kernel;

  constructor(
    reporter: Reporter,
    createBook: (orders: OrderPool) => Book = (orders) => new LadderBook(orders),
    hasKernel = true,
    nameSecret?: Uint32Array,
  ) {
    const memory = hasKernel ? new KernelMemory() : new Bytes();
    this.memory = memory;
    this.kernel = new Kernel(memory instanceof KernelMemory ? memory : null);
    this.orders = new OrderPool(memory, true);
    this.ids = new IdTable(memory, SHARED);
    this.ledger = new Ledger(memory);
    this.knownNames = new KnownNames(memory, nameSecret);
    const { orders, ids, ledger, kernel } = this;
    this.reporter = reporter;
    this.createBook = createBook;
    this.users = new Users(ledger, orders, ids, kernel, this.knownNames);
    const { users, assets, markets } = this;
    this.perps = new Perps(reporter, {
      orders,
      ledger,
      users,
      bonus: futuresBonus(() => this.products),
      isFullOfBooks: () => this.isFullOfBooks,
    });
    const assetIndex = (asset: string): number | undefined => this.assetIndexes.get(asset);
    this.products = new Products({ ledger, users, reporter, assets, markets, assetIndex });
    this.transfers = new Transfers({
      ledger,
      users,
      reporter,
      products: this.products,
      asset: assetIndex,
    });
    this.products.holder = withPositions(this.products.books, this.perps);
    const parts = { orders, ids, ledger, users, reporter, kernel, vouchers: this.products.vouchers };
    const closing = new OrderCloser(orders, ledger, this.users);
    const oco = new Oco(parts, closing);
    const matcher = new OrderMatcher(parts, closing, oco);
    const incoming = new IncomingMatcher(orders, matcher, closing, reporter);
    this.acceptor = new OrderAcceptor(parts, reporter);
    this.placer = new OrderPlacer(parts, this.acceptor, incoming, closing);
    const plainOrders = new PlainOrders(parts, this.acceptor, incoming);
    this.conditional = new Conditional(parts, this.acceptor, incoming, closing, oco);
    this.canceller = new OrderCanceller(parts, closing, oco, reporter);
    const dormant = new DormantOrderAmender(parts, closing, this.conditional);
    const amender = new OrderAmender(parts, this.canceller, incoming, closing, dormant);
    const triggerFirer = new TriggerFirer(parts, incoming, closing, oco);
    this.marketChanges = new MarketChanges({ ...parts, closing, canceller: this.canceller, oco });
    this.userSettings = new UserSettings(users, reporter);
    this.names = new NameTable(memory, SYMBOLS_AT);
    const { placer, conditional, canceller } = this;
    this.path = new OrderPath({
      ...parts,
      markets,
      plainOrders,
      placer,
      conditional,
      amender,
      canceller,
      incoming,
      triggerFirer,
      stop: () => (this.isStopped = true),
    });
  }

  /** Are there as many markets and contracts as there may be? */
  private get isFullOfBooks(): boolean {
    return this.markets.length + this.perps.contracts.length >= MOST_BOOKS;
  }

  market(symbol: string): Market | undefined {
    return this.marketsBySymbol.get(symbol);
  }

  execute(command: Command): Answer {
    if (this.isStopped) return 'TRADING_STOPPED';
    this.users.settle();
    switch (command.kind) {
      case 'PlaceOrder':
      case 'PlaceOco':
      case 'AmendOrder':
      case 'CancelOrder':
        return this.onOrder(command, command.timeMs);
      default:
        return this.onOther(command, command.timeMs);
    }
  }

  /** Why a new order would be refused at this time, before book, balance and last price are asked; null for one that would not. */
  checkOrder(command: PlaceOrder, timeMs: number): RejectCode | null {
    if (this.isStopped) return 'TRADING_STOPPED';
    const market = this.marketsBySymbol.get(command.symbol);
    if (market === undefined) return 'UNKNOWN_MARKET';
    const placer = isPlain(command.type) ? this.placer : this.conditional;
    return placer.check(command, this.users.find(command.uid), market, timeMs);
  }

  private onOrder(command: OrderCommand, timeMs: number): Answer {
    const market = this.marketNamed(command.symbol);
    return market === undefined ? 'UNKNOWN_MARKET' : this.path.execute(command, market, timeMs);
  }

  /** Most commands name the market of the one before. */
  private marketNamed(symbol: string): Market | undefined {
    if (this.lastMarket?.symbol === symbol) return this.lastMarket;
    const market = this.marketsBySymbol.get(symbol);
    if (market !== undefined) this.lastMarket = market;
    return market;
  }

  private onOther(command: Exclude<Command, OrderCommand>, timeMs: number): Answer {
    this.path.begin();
    this.perps.finishUndone(timeMs);
    const answer = this.perform(command, timeMs);
    this.finishOther();
    return answer;
  }

  private finishOther(): void {
    const { ledger } = this;
    this.products.grants.sweep();
    this.products.vouchers.sweep();
    if (ledger.touchedCount > 0) this.reporter.balancesChanged(ledger);
    if (!ledger.areAllBalanced) this.isStopped = true;
    const owes = ledger.takeOwing().some((row) => ledger.owes(row) && !this.mayOwe(row));
    if (ledger.isOverdrawn || ledger.isUnbalanced || owes) this.isStopped = true;
  }

  /** What a run of the kernel leaves of its last command, an order of a perpetual (Perps.endRun). */
  endPerpRun(isDone: boolean, timeMs: number): void {
    const { entered, named } = this.ledger.shared;
    this.path.begin();
    this.perps.endRun(named, isDone, entered.changed, timeMs);
    this.finishOther();
  }

  /** Only gains of cross positions may stand for a wallet below zero (trading B7, C4.2). */
  private mayOwe(row: number): boolean {
    const { ledger, users, perps } = this;
    const wallet = ledger.nameOf(row) || 'FUTURES';
    const account = perps.accounts.find(users.at(ledger.ownerOf(row)).uid, wallet);
    return account !== undefined && perps.risk.crossPositions(account).length > 0;
  }

  private perform(command: Exclude<Command, OrderCommand>, timeMs: number): Answer {
    if (isProductCommand(command)) return this.products.execute(command, timeMs);
    if (isPerp(command)) return this.perps.execute(command, timeMs, (asset) => this.scaledAsset(asset));
    switch (command.kind) {
      case 'CancelAllOrders':
        return this.cancelAll(command, timeMs);
      case 'Deposit':
        return this.transfers.deposit(command);
      case 'Transfer':
        return this.transfers.transfer(command, timeMs);
      case 'Clock':
        return this.clock(timeMs);
      case 'SetFeeTier':
        return this.userSettings.setFeeTier(command);
      case 'SetTradeGroup':
        return this.userSettings.setTradeGroup(command);
      case 'CreateAsset':
        return this.createAsset(command);
      case 'CreateMarket':
        return this.createMarket(command, timeMs);
      case 'ChangeMarket':
        return this.changeMarket(command, timeMs);
      case 'SetMarketStatus':
        return this.setMarketStatus(command, timeMs);
      default:
        return assertNever(command);
    }
  }

  /** Every market of an empty symbol; one in MAINTENANCE keeps its orders then. */
  private cancelAll(command: Of<'CancelAllOrders'>, timeMs: number): Answer {
    this.cancelled = [];
    const named = command.symbol === '' ? null : this.marketsBySymbol.get(command.symbol);
    if (named === undefined) return 'UNKNOWN_MARKET';
    if (named !== null && named.status === 'MAINTENANCE') return 'MARKET_STATUS';
    const user = this.users.find(command.uid);
    if (user === undefined) return 0;
    const found = this.canceller.ordersOf(user, (index) =>
      named === null ? this.markets[index].status !== 'MAINTENANCE' : index === named.index,
    );
    this.cancelled = found.map((order) => {
      this.path.reportDepth(this.canceller.endOne(this.markets, order, timeMs));
      return orderView(this.orders, this.users, this.markets, order);
    });
    return 0;
  }

  private scaledAsset(asset: string): { index: number; scale: number } | null {
    const index = this.assetIndexes.get(asset);
    return index === undefined ? null : { index, scale: this.assets[index].scale };
  }

  /** Markets open and move on when the time of the commands says so (trading A8); vouchers and bonus expire. */
  private clock(timeMs: number): Answer {
    for (const market of this.markets) if (openMarket(market, timeMs)) this.reporter.marketChanged(market);
    this.products.clock(timeMs);
    return 0;
  }

  private createAsset({ asset, scale }: Of<'CreateAsset'>): Answer {
    if (this.assetIndexes.has(asset)) return 'ALREADY_EXISTS';
    if (!NAME.test(asset) || !Number.isSafeInteger(scale) || scale < 0 || scale > MAX_SCALE) return 'BAD_CONFIGURATION';
    if (this.assets.length >= MAX_ASSETS) return 'LIMIT_REACHED';
    this.addAsset(asset, scale);
    this.reporter.assetCreated(asset, scale);
    return 0;
  }

  private createMarket({ symbol, base, quote, parameters }: Of<'CreateMarket'>, timeMs: number): Answer {
    const baseIndex = this.assetIndexes.get(base);
    const quoteIndex = this.assetIndexes.get(quote);
    if (baseIndex === undefined || quoteIndex === undefined) return 'UNKNOWN_ASSET';
    if (this.marketsBySymbol.has(symbol)) return 'ALREADY_EXISTS';
    if (!NAME.test(symbol) || base === quote) return 'BAD_CONFIGURATION';
    if (validGrid(parameters, this.assets[baseIndex].scale, this.assets[quoteIndex].scale) === null)
      return 'BAD_CONFIGURATION';
    if (this.isFullOfBooks) return 'LIMIT_REACHED';
    const market = this.addMarket(symbol, base, quote, parameters);
    startStatus(market, timeMs);
    this.reporter.marketChanged(market);
    return 0;
  }

  /** Also how a restored state gets its assets; the caller has checked them. */
  addAsset(asset: string, scale: number): void {
    this.assetIndexes.set(asset, this.ledger.addAsset());
    this.assets.push({ asset, scale });
  }

  /** Also how a restored state gets its markets; the caller has checked them. */
  addMarket(symbol: string, base: string, quote: string, parameters: Market['parameters']): Market {
    const baseAsset = this.marketAsset(base);
    const quoteAsset = this.marketAsset(quote);
    const grid = validGrid(parameters, baseAsset.scale, quoteAsset.scale);
    if (grid === null) throw new Error(`the parameters of ${symbol} are not valid`);
    const book = this.createBook(this.orders);
    const index = this.markets.length;
    const record = new MarketRecord(this.memory);
    const triggers = new Triggers(this.orders, ({ above, below }) => record.setQuiet(above, below));
    const market = new Market(index, symbol, baseAsset, quoteAsset, parameters, grid, book, triggers, record);
    if (book instanceof LadderBook && this.memory instanceof KernelMemory) {
      const rows = { base: this.ledger.houseRow(baseAsset.index), quote: this.ledger.houseRow(quoteAsset.index) };
      market.enterKernel(book, rows);
      this.names.add(symbol, record.address);
    }
    this.markets.push(market);
    this.marketsBySymbol.set(symbol, market);
    return market;
  }

  private marketAsset(name: string): Market['base'] {
    const index = this.assetIndexes.get(name);
    if (index === undefined) throw new Error(`there is no asset ${name}`);
    return { name, index, scale: this.assets[index].scale };
  }

  private setMarketStatus({ symbol, status }: Of<'SetMarketStatus'>, timeMs: number): Answer {
    const market = this.marketsBySymbol.get(symbol);
    if (market === undefined) return 'UNKNOWN_MARKET';
    if (!nextStatus(market, status, timeMs)) return 'MARKET_STATUS';
    this.reporter.marketChanged(market);
    if (status === 'DELISTED') this.canceller.endAll(market, timeMs, () => this.path.reportDepth(market));
    return 0;
  }

  private changeMarket(command: Of<'ChangeMarket'>, timeMs: number): Answer {
    const market = this.marketsBySymbol.get(command.symbol);
    if (market === undefined) return 'UNKNOWN_MARKET';
    if (market.status === 'DELISTED') return 'MARKET_STATUS';
    const misfits = this.marketChanges.change(market, command, timeMs, () => this.path.reportDepth(market));
    if (typeof misfits === 'string') return misfits;
    this.misfits = misfits;
    return 0;
  }
}
