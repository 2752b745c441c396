/** The perpetuals: contracts, accounts and what each command does to them (trading B). */
import { IdTable } from '../book/id-table.ts';
import type { OrderPool } from '../book/order-pool.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { assertNever } from '../protocol/invariant.ts';
import type { Misfit } from '../protocol/parameter-changes.ts';
import type { RejectCode } from '../protocol/rejects.ts';
import { isUid } from '../protocol/field-checks.ts';
import type { User } from '../users/user.ts';
import type { Users } from '../users/users.ts';
import { type Holding, type MarginAccount } from './account/accounts.ts';
import { MarginAccounts } from './account/margin-accounts.ts';
import { isMarginWallet, isVoucherWallet } from './account/wallet-names.ts';
import { Adl } from './liquidation/adl.ts';
import { BonusEnds } from './orders/bonus-ends.ts';
import { KernelFills } from './orders/kernel-fills.ts';
import { type BonusSource, NO_BONUS } from './account/bonus-source.ts';
import type { ContractParameters, PerpCommand, PerpOwner } from '../protocol/perp-commands.ts';
import type { Contract } from './contract/contract.ts';
import { ContractList, isSound } from './contract/contract-list.ts';
import { ContractChanges } from './contract-changes.ts';
import { ContractStatuses } from './contract-statuses.ts';
import { Funding } from './marks/funding.ts';
import { Liquidation } from './liquidation/liquidation.ts';
import { MarginRecords } from './account/margin-records.ts';
import { PERP_IDS, SHARED } from '../kernel/layout.ts';
import { MarkLines } from './marks/mark-lines.ts';
import { MarkTicks } from './marks/mark-ticks.ts';
import { PerpMatcher } from './orders/match-orders.ts';
import { PerpMoney } from './account/money.ts';
import type { PerpParts } from './account/parts.ts';
import { PerpOrders } from './orders/perp-orders.ts';
import { PerpOrderPlacer } from './orders/place-order.ts';
import { PerpReport } from './account/report.ts';
import type { PerpSink } from './account/sink.ts';
import { Risk } from './account/risk.ts';
import { Settings } from './orders/settings.ts';
import { FillSettler } from './account/settle-fills.ts';
import { TakeoverInventory } from './liquidation/takeover-inventory.ts';
import type { StopOrder } from './contract/stop-table.ts';
import { Stops } from './orders/stops.ts';
import type { PerpOrderView } from '../protocol/perp-events.ts';
import { VoucherPositions } from './orders/voucher-positions.ts';
import { perpOrderView } from './account/views.ts';
import { PerpYield } from './perp-yield.ts';

type Of<K extends PerpCommand['kind']> = Extract<PerpCommand, { kind: K }>;
/** Commands that name an account and a contract. */
type Owned = Extract<PerpCommand, PerpOwner>;
type OrderOwned = Exclude<Owned, { kind: 'CancelAllPerpOrders' }>;

/** Place and scale of an asset, or null. */
type AssetOf = (asset: string) => { index: number; scale: number } | null;

export class Perps {
  /** Those of spot stand there, too: a slot is one of either. */
  readonly orders: OrderPool;
  readonly ids: IdTable;
  readonly contracts: readonly Contract[];
  private readonly list: ContractList;
  readonly accounts: MarginAccounts;
  readonly risk: Risk;
  readonly lifecycle: PerpOrders;
  readonly settler: FillSettler;
  readonly takeoverInventory: TakeoverInventory;
  readonly stops: Stops;
  readonly adl: Adl;
  readonly bonusEnds: BonusEnds;
  readonly money: PerpMoney;
  readonly lines: MarkLines;
  readonly kernelFills: KernelFills;
  readonly result = new PerpYield();
  /** The asset in which everything settles; -1 before the first contract. */
  settleAsset = -1;
  /** Are there as many markets and contracts as there may be? */
  private readonly isFullOfBooks: () => boolean;
  private readonly report: PerpReport;
  private readonly matcher: PerpMatcher;
  private readonly placer: PerpOrderPlacer;
  private readonly liquidation: Liquidation;
  private readonly funding: Funding;
  private readonly markTicks: MarkTicks;
  private readonly settings: Settings;
  private readonly vouchers: VoucherPositions;
  private readonly statuses: ContractStatuses;
  private readonly changes: ContractChanges;

  constructor(
    sink: PerpSink,
    parts: { orders: OrderPool; ledger: Ledger; users: Users; bonus?: BonusSource; isFullOfBooks: () => boolean },
  ) {
    const { orders, ledger, users, bonus = NO_BONUS } = parts;
    this.isFullOfBooks = parts.isFullOfBooks;
    this.orders = orders;
    this.list = new ContractList(orders, (asset) => ledger.houseRow(asset));
    this.contracts = this.list.all;
    this.ids = new IdTable(orders.memory, SHARED + PERP_IDS);
    const { ids, contracts } = this;
    const settle = (): number => this.settleAsset;
    this.accounts = new MarginAccounts(users, ledger, { orders, contracts, records: new MarginRecords(orders.memory) });
    const { accounts } = this;
    accounts.records.askFor = (index) => void accounts.at(index).holdings;
    this.risk = new Risk({ orders, accounts, bonus, settle });
    this.report = new PerpReport(sink, { accounts, ledger, contracts, risk: this.risk });
    this.money = new PerpMoney({ ledger, accounts, bonus, settle });
    const shared: PerpParts = {
      orders,
      ids,
      ledger,
      users,
      accounts,
      contracts,
      risk: this.risk,
      bonus,
      report: this.report,
      settle,
    };
    this.lifecycle = new PerpOrders(shared);
    this.settler = new FillSettler(shared, this.money);
    this.matcher = new PerpMatcher(shared, this.lifecycle, this.settler);
    this.placer = new PerpOrderPlacer(shared, this.lifecycle, this.matcher);
    this.stops = new Stops(shared, this.lifecycle, this.placer);
    this.takeoverInventory = new TakeoverInventory(shared, this.money, this.matcher);
    const { settler, placer, matcher, money, takeoverInventory } = this;
    const tools = { settler, placer, matcher, money, takeoverInventory };
    this.adl = new Adl(shared, { ...tools, stops: this.stops });
    this.liquidation = new Liquidation(shared, { ...tools, lifecycle: this.lifecycle, stops: this.stops });
    this.funding = new Funding(shared, this.money, this.matcher, this.takeoverInventory);
    this.lines = new MarkLines({ ledger, accounts, risk: this.risk });
    this.markTicks = new MarkTicks(shared, {
      takeoverInventory,
      adl: this.adl,
      liquidation: this.liquidation,
      stops: this.stops,
      lines: this.lines,
    });
    this.kernelFills = new KernelFills(shared, { matcher, placer, settler, valuations: this.list.shared });
    this.bonusEnds = new BonusEnds(shared, this.money, this.lifecycle);
    this.vouchers = new VoucherPositions(shared, this.lifecycle, this.matcher);
    this.settings = new Settings(shared, this.money, this.matcher);
    this.statuses = new ContractStatuses(shared, { ...tools, lifecycle: this.lifecycle, stops: this.stops });
    this.changes = new ContractChanges(shared, this.matcher);
    this.settler.onClosed = (account, holding, position, timeMs) =>
      this.stops.positionClosed(account, holding, position, timeMs);
    this.matcher.onFilled = (order, account, holding, plan, timeMs) =>
      this.stops.orderFilled(this.placer.idOf(order), account, holding, plan, timeMs);
  }

  contract(symbol: string): Contract | undefined {
    return this.list.find(symbol);
  }

  /** A refusal, or 0; `result` holds the orders made. Everything that the command sets off is done when it returns. */
  execute(command: PerpCommand, timeMs: number, assetOf: AssetOf): RejectCode | number {
    this.result.clear();
    const refusal = this.perform(command, timeMs, assetOf);
    if (refusal === null) this.runToQuiescence(timeMs);
    this.accounts.mirror(this.settleAsset);
    return refusal ?? 0;
  }

  /** What a run of the kernel leaves of its last command, which it began: `order` is the slot of the order that this placed (KernelFills.goOn). */
  endRun(order: number, isDone: boolean, changed: readonly number[], timeMs: number): void {
    this.kernelFills.goOn(order, isDone, changed, timeMs);
    this.runToQuiescence(timeMs);
    this.accounts.mirror(this.settleAsset);
  }

  /** A user's bonus is gone: orders that it backed end, and what falls short is liquidated (trading E4). */
  afterBonusEnd(user: User, timeMs: number): void {
    if (!this.bonusEnds.cancelUnbackedOrders(user, timeMs)) return;
    this.matcher.accountsToRecheck.add(this.accounts.ensure(user.uid, 'FUTURES'));
    this.runToQuiescence(timeMs);
    this.accounts.mirror(this.settleAsset);
  }

  /** Finds what older rules left undone: wallets below zero and vouchers not settled, which the next command makes good. No account that is a record only has any. */
  findUndone(): void {
    for (const account of this.accounts.known()) {
      if (account === undefined) continue;
      if (this.settler.owes(account) || this.vouchers.isDue(account)) this.matcher.accountsToRecheck.add(account);
      this.accounts.mirrorAccount(account, this.settleAsset);
      for (const holding of account.holdings.values()) holding.touch();
    }
    this.accounts.mirror(this.settleAsset);
    this.accounts.records.setWaiting(this.matcher.accountsToRecheck.size > 0);
  }

  finishUndone(timeMs: number): void {
    if (this.matcher.accountsToRecheck.size === 0) return;
    this.runToQuiescence(timeMs);
    this.accounts.mirror(this.settleAsset);
    this.accounts.records.setWaiting(false);
  }

  private perform(command: PerpCommand, timeMs: number, assetOf: AssetOf): RejectCode | null {
    switch (command.kind) {
      case 'CreateContract':
        return this.create(command, assetOf(command.settle));
      case 'SetContractStatus':
        return this.statuses.set(this.list.find(command.symbol), command.status, timeMs);
      case 'ChangeContract':
        return this.yieldMisfits(this.changes.change(this.list.find(command.symbol), command));
      case 'TickMark':
        return this.markTicks.tick(this.list.find(command.symbol), command.sources, timeMs);
      case 'SettleFunding':
        return this.funding.settleDue(this.list.find(command.symbol), timeMs);
      case 'SetPositionMode':
      case 'RestrictMarginAccount':
        return this.onAccount(command, timeMs);
      case 'OpenVoucherPosition':
        return this.yieldOrder(this.vouchers.open(command, this.list.find(command.symbol), timeMs));
      default:
        return this.onOwned(command, timeMs);
    }
  }

  /** Also how a restored state gets its contracts; the caller has checked them. */
  addContract(
    names: { symbol: string; base: string; settle: { name: string; index: number } },
    parameters: ContractParameters,
  ): Contract {
    this.settleAsset = names.settle.index;
    return this.list.add(names, parameters);
  }

  private create(command: Of<'CreateContract'>, settle: { index: number; scale: number } | null): RejectCode | null {
    const { symbol, base, parameters } = command;
    if (settle === null) return 'UNKNOWN_ASSET';
    if (this.list.find(symbol) !== undefined) return 'ALREADY_EXISTS';
    const isOneAsset = this.settleAsset === -1 || this.settleAsset === settle.index;
    if (!isOneAsset || !isSound(command, settle.scale)) return 'BAD_CONFIGURATION';
    if (this.isFullOfBooks()) return 'LIMIT_REACHED';
    this.report.contract(
      this.addContract({ symbol, base, settle: { name: command.settle, index: settle.index } }, parameters),
    );
    return null;
  }

  private onAccount(command: Of<'SetPositionMode'> | Of<'RestrictMarginAccount'>, timeMs: number): RejectCode | null {
    const isNew = this.accounts.find(command.uid, command.wallet) === undefined;
    const account = this.accountOf(command.uid, command.wallet);
    if (typeof account === 'string') return account;
    if (command.kind === 'SetPositionMode') {
      const refusal = this.settings.setPositionMode(account, command.mode);
      if (refusal !== null && isNew) this.accounts.dropLast(account);
      else this.accounts.mirrorAccount(account, this.settleAsset);
      return refusal;
    }
    account.closeOnly = command.closeOnly;
    this.accounts.mirrorAccount(account, this.settleAsset);
    this.report.preference(account, null);
    if (command.closeOnly) for (const holding of account.holdings.values()) this.lifecycle.closeOnly(holding, timeMs);
    return null;
  }

  /** An account or holding made for the command is removed again if the command is refused. */
  private onOwned(command: Owned, timeMs: number): RejectCode | null {
    const known = this.accounts.find(command.uid, command.wallet);
    const account = known ?? this.accountOf(command.uid, command.wallet);
    if (typeof account === 'string') return account;
    if (account.isOfVoucher && !VoucherPositions.allows(command)) return 'ACCOUNT_STATE';
    const refusal =
      command.kind === 'CancelAllPerpOrders'
        ? this.cancelAll(command.symbol, account, timeMs)
        : this.onSymbol(command, account, timeMs);
    if (refusal !== null && known === undefined) this.accounts.dropLast(account);
    return refusal;
  }

  private onSymbol(command: OrderOwned, account: MarginAccount, timeMs: number): RejectCode | null {
    const contract = this.list.find(command.symbol);
    if (contract === undefined) return 'UNKNOWN_MARKET';
    const known = account.holdings.get(contract.index);
    const refusal = this.onContract(command, account, known ?? account.holding(contract), timeMs);
    if (refusal !== null && known === undefined) account.dropHolding(account.holding(contract));
    return refusal;
  }

  private onContract(command: OrderOwned, account: MarginAccount, holding: Holding, timeMs: number): RejectCode | null {
    switch (command.kind) {
      case 'PlacePerpOrder':
        return this.place(command, account, holding, timeMs);
      case 'PlaceStopOrder':
        return this.yieldStops(this.stops.place(command, account, holding, timeMs));
      case 'SetPositionExits':
        return this.yieldStops(this.stops.setPositionExits(command, account, holding, timeMs));
      case 'AmendPerpOrder':
        return this.yieldOrder(this.placer.amend(command, account, holding, timeMs));
      case 'AmendStopOrder':
        return this.yieldStops(this.stops.amend(command, account, holding.contract, timeMs));
      case 'CancelPerpOrder':
        return this.yieldOrder(this.placer.cancel(account, holding, command.orderId, command.clientOrderId, timeMs));
      case 'CancelStopOrder':
        return this.yieldStops(
          this.stops.cancel(account, holding.contract, command.orderId, command.clientOrderId, timeMs),
        );
      case 'SetMarginMode':
        return this.settings.setMarginMode(account, holding, command.mode);
      case 'SetLeverage':
        return this.settings.setLeverage(account, holding, command.positionSide, command.leverage, timeMs);
      case 'MoveMargin':
        return this.settings.moveMargin(account, holding, command.positionSide, command.amount, timeMs);
      case 'SetAutoAddMargin':
        return this.settings.setAutoAdd(account, holding, command.positionSide, command.on, timeMs);
      default:
        return assertNever(command);
    }
  }

  private place(
    command: Of<'PlacePerpOrder'>,
    account: MarginAccount,
    holding: Holding,
    timeMs: number,
  ): RejectCode | null {
    const { takeProfit, stopLoss } = command;
    const hasExits = takeProfit !== null || stopLoss !== null;
    return this.yieldOrder(
      this.placer.place(command, account, holding, { origin: 0, isExit: false }, timeMs, (order) => {
        if (hasExits) this.stops.exitsByOrder.keep(order, { takeProfit, stopLoss });
      }),
    );
  }

  private cancelAll(symbol: string, account: MarginAccount, timeMs: number): RejectCode | null {
    const named = symbol === '' ? null : this.list.find(symbol);
    if (named === undefined) return 'UNKNOWN_MARKET';
    const isMeant = (index: number): boolean => named === null || index === named.index;
    const cancelled: PerpOrderView[] = [];
    const ended = (order: number): void => {
      cancelled.push(perpOrderView(this.orders, this.accounts, this.contracts, order));
    };
    this.placer.cancelOfUser(account, named, timeMs, ended);
    this.result.cancelled = cancelled;
    this.result.stops = this.stops.cancelAll(account, (stop) => isMeant(stop.contract), 'USER', timeMs);
    return null;
  }

  /** Works off what the command set off, in turn until nothing is left: liquidations, then stop orders that fire (trading B20). */
  private runToQuiescence(timeMs: number): void {
    const { accountsToRecheck, prints } = this.matcher;
    const { endedIds } = this.lifecycle;
    // Most commands set nothing off: an order that rests, moves or is cancelled.
    while (accountsToRecheck.size > 0 || prints.length > 0 || this.stops.woken.length > 0) {
      const accounts = [...accountsToRecheck];
      accountsToRecheck.clear();
      for (const account of accounts) {
        if (account.reduceOnlyCount === 0) continue;
        for (const holding of account.holdings.values()) this.lifecycle.trim(holding, timeMs);
      }
      this.liquidation.check(accounts, timeMs);
      for (const account of accounts) {
        this.settler.coverDebt(account);
        this.vouchers.settle(account);
      }
      this.stops.wakeByPrints(prints.splice(0));
      if (accountsToRecheck.size === 0 && prints.length === 0) this.stops.fireNext(timeMs);
    }
    for (let id = endedIds.pop(); id !== undefined; id = endedIds.pop()) this.stops.exitsByOrder.delete(id);
    if (this.list.shared.untold.length > 0) this.tellDepth();
    this.report.balances();
  }

  /** By the order of the contracts, whichever was touched first. */
  private tellDepth(): void {
    const { untold } = this.list.shared;
    if (untold.length > 1) untold.sort((a, b) => b.index - a.index);
    for (let contract = untold.pop(); contract !== undefined; contract = untold.pop()) this.report.depth(contract);
  }

  private yieldOrder(answer: number | RejectCode): RejectCode | null {
    if (typeof answer === 'string') return answer;
    this.result.order = answer;
    return null;
  }

  private yieldMisfits(answer: readonly Misfit[] | RejectCode): RejectCode | null {
    if (typeof answer === 'string') return answer;
    this.result.misfits = answer;
    return null;
  }

  private yieldStops(answer: StopOrder | readonly StopOrder[] | RejectCode): RejectCode | null {
    if (typeof answer === 'string') return answer;
    this.result.stops = Array.isArray(answer) ? (answer as readonly StopOrder[]) : [answer as StopOrder];
    return null;
  }

  private accountOf(uid: number, wallet: string): MarginAccount | RejectCode {
    if (!isUid(uid)) return 'BAD_FIELDS';
    // The wallet of a voucher position is made by OpenVoucherPosition only, never by another command.
    if (isVoucherWallet(wallet)) return this.accounts.find(uid, wallet) ?? 'UNKNOWN_POSITION';
    return isMarginWallet(wallet) ? this.accounts.admit(uid, wallet) : 'BAD_FIELDS';
  }
}
