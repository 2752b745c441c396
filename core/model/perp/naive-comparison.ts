/** Compares all that the core shows of the perpetuals with the naive model, as lines of text. */
import type { Core } from '../../protocol/core.ts';
import { AVAILABLE, LOCKED } from '../../ledger/ledger.ts';
import { bankruptcyTicks } from '../../perp/orders/fill-checks.ts';
import { isLive, type ModelAccount, type ModelPosition } from './naive-accounts.ts';
import type { NaivePerps } from './naive-perps.ts';
import { SYMBOLS } from './random-setup.ts';
import { machineOf } from '../../testing/exchange.ts';

interface Owner {
  readonly uid: number;
  readonly wallet: string;
  readonly symbol: string;
}

export class Comparison {
  private readonly seen: string[] = [];
  private readonly meant: string[] = [];
  private readonly core: Core;
  private readonly model: NaivePerps;

  constructor(core: Core, model: NaivePerps) {
    this.core = core;
    this.model = model;
  }

  /** The lines that differ: of the core (`seen`), and of the model (`meant`). */
  differences(): { readonly seen: readonly string[]; readonly meant: readonly string[] } {
    this.orders();
    const { accounts } = machineOf(this.core).perps;
    for (const { user, wallet } of accounts.all()) this.account(user.uid, wallet);
    // The core must have every account of the model. It may have more: it makes one as soon as a voucher pays out.
    for (const { uid, wallet } of this.model.accounts)
      if (accounts.find(uid, wallet) === undefined) this.add(['none', uid, wallet], ['account', uid, wallet]);
    this.contracts();
    this.fund();
    this.purses();
    return { seen: this.seen, meant: this.meant };
  }

  private add(seen: readonly unknown[], meant: readonly unknown[]): void {
    const lines = [seen.join(' '), meant.join(' ')] as const;
    if (lines[0] === lines[1]) return;
    this.seen.push(lines[0]);
    this.meant.push(lines[1]);
  }

  /** Ended orders do not change any more, so only the newest of them are compared. */
  private orders(): void {
    for (const o of this.model.orders.slice(-30)) {
      const view = this.core.perpOrder(o.id)!;
      const { status, reason, price, quantity, filledQuantity, filledAmount, amendCount, uid } = view;
      const limit = o.isMarket ? 0 : o.price;
      this.add(
        ['order', o.id, uid, status, reason, price, quantity, filledQuantity, filledAmount, amendCount],
        ['order', o.id, o.account.uid, o.status, o.reason, limit, o.quantity, o.filled, o.value, o.amends],
      );
    }
  }

  private account(uid: number, wallet: string): void {
    const { core, model } = this;
    const account = model.find(uid, wallet);
    const { balance, bonus, available, transferable } = core.capital(uid, wallet)!;
    const money = account === undefined ? [model.fundsOf(uid, wallet)] : [account.own, model.bonus(account)];
    const free = account === undefined ? [] : [model.available(account), model.transferable(account)];
    this.add(
      ['capital', uid, wallet, balance, ...(account === undefined ? [] : [bonus, available, transferable])],
      ['capital', uid, wallet, ...money, ...free],
    );
    for (const symbol of SYMBOLS) this.holder({ uid, wallet, symbol }, account);
  }

  private holder(owner: Owner, account: ModelAccount | undefined): void {
    const { core, model } = this;
    const { symbol } = owner;
    const positions = account === undefined ? [] : model.positionsOf(account).filter((p) => p.symbol === symbol);
    const seen = core.positions(owner);
    if (seen.length + positions.length > 0) {
      this.add(
        seen.map((p) => {
          const money = [p.quantity, p.cost, p.margin, p.realised, p.fees, p.funding, p.liquidationPrice, p.adlLights];
          return `${p.positionId} ${p.positionSide} ${p.direction} ${p.marginMode} ${p.autoAdd} ${p.leverage} ${money.join()}`;
        }),
        positions.map((p) => {
          const shown = [model.liquidationPrice(account!, p), model.lights(p)];
          const money = [p.q, p.cost, p.margin, p.realised, p.fees, p.funding, ...shown];
          const [direction, mode] = [p.s === 1n ? 'LONG' : 'SHORT', p.isolated ? 'ISOLATED' : 'CROSS'];
          return `${p.id} ${p.side} ${direction} ${mode} ${p.autoAdd} ${model.leverage(account!, symbol, p.s)} ${money.join()}`;
        }),
      );
      this.bankruptcies(owner, positions, account);
    }
    const live = model.orders.filter((o) => o.account === account && o.symbol === symbol && isLive(o));
    this.add(
      core.openPerpOrders(owner).map((o) => o.orderId),
      live.map((o) => o.id),
    );
    this.add(
      core.openStopOrders(owner).map((o) => `${o.stopOrderId} ${o.quantity} ${o.group} ${o.triggerPrice}`),
      model.openStops(account, symbol).map((o) => `${o.id} ${o.quantity} ${o.group} ${o.trigger}`),
    );
  }

  /** Bankruptcy values and bankruptcy prices of all scopes (trading B12, B17). */
  private bankruptcies(
    { uid, wallet, symbol }: Owner,
    positions: readonly ModelPosition[],
    account: ModelAccount | undefined,
  ): void {
    const { risk, accounts } = machineOf(this.core).perps;
    const held = accounts.find(uid, wallet);
    const holding = [...(held?.holdings.values() ?? [])].find(({ contract }) => contract.symbol === symbol);
    const seen = (holding?.positions() ?? []).flatMap((position) => {
      const values = risk.bankruptcy(risk.scopeOf(held!, holding!, position));
      const { value } = values.find((one) => one.position === position)!;
      const { contract } = holding!;
      const ticks = bankruptcyTicks(contract, position.direction, value, position.quantity);
      return [value, ticks * contract.tick, ...position.bonusParts].map(String);
    });
    const meant = positions.flatMap((position) => {
      const value = this.model.bankruptcy(this.model.scopeOf(account!, position)).get(position)!;
      const lent = [...position.lent].map(([{ id }, part]) => [id, part]);
      return [value, this.model.bankruptcyPrice(position, value), ...lent].map(String);
    });
    this.add(['bankrupt', ...seen], ['bankrupt', ...meant]);
  }

  private contracts(): void {
    const { core, model } = this;
    for (const contract of model.contracts.values()) {
      const { symbol, mark, index, last, nextFundingMs } = contract;
      const view = core.contract(symbol)!;
      const prices = [view.markPrice, view.indexPrice, view.lastPrice, view.fundingRate, view.nextFundingMs];
      this.add(
        [symbol, view.status, ...prices, view.openInterest],
        [
          symbol,
          contract.frozen ? 'CANCEL_ONLY' : contract.status,
          mark,
          index,
          last,
          model.fundingRate(contract),
          nextFundingMs,
          model.openInterest(contract),
        ],
      );
      const depth = core.contractDepth(symbol, 1_000)!;
      for (const side of ['BUY', 'SELL'] as const) {
        const levels = new Map<bigint, bigint>();
        for (const o of model.book(symbol, side)) levels.set(o.price, (levels.get(o.price) ?? 0n) + o.rest);
        this.add(side === 'BUY' ? depth.bids : depth.asks, [...levels]);
      }
    }
  }

  /** Balances of users' named accounts: grants, vouchers, shares. */
  private purses(): void {
    const { core, model } = this;
    const { ledger, users, assets } = machineOf(core);
    const all = ledger.namedAccounts().filter(({ asset }) => assets[asset].asset === 'USDT');
    const named = all.filter(({ name }) => /^(?:BONUS|FEE_VOUCHER|COVER):/.test(name));
    const seen = named.map(
      ({ owner, name, row }) => `${users.at(owner).uid} ${name} ${ledger.balance(row, AVAILABLE)}`,
    );
    const lines = (of: Iterable<readonly [string, { readonly uid: number }, bigint]>): string[] =>
      [...of].map(([name, { uid }, amount]) => `${uid} ${name} ${amount}`);
    const meant = lines([
      ...[...model.grants].flatMap(([id, one]) => (one.ending === '' ? [[`BONUS:${id}`, one, one.free] as const] : [])),
      ...[...model.vouchers].flatMap(([id, one]) =>
        one.ending === '' ? [[`FEE_VOUCHER:${id}`, one, one.left] as const] : [],
      ),
      ...[...model.coverages].flatMap(([id, one]) =>
        one.ending === '' ? [[`COVER:${id}`, one, one.amount] as const] : [],
      ),
    ]);
    const held = all.filter(({ row }) => ledger.balance(row, LOCKED) !== 0n);
    const holds = held.map(({ owner, name, row }) => `${users.at(owner).uid} ${name} ${ledger.balance(row, LOCKED)}`);
    const kept = [...model.relations].filter(([, { hold }]) => hold > 0n);
    this.add(['held back', ...holds], ['held back', ...kept.map(([id, { uid, hold }]) => `${uid} COPY:${id} ${hold}`)]);
    this.add(['purses', ...seen.sort()], ['purses', ...meant.sort()]);
  }

  /** The highest recorded level of the insurance fund. */
  private fund(): void {
    const { core, model } = this;
    const { peaks } = machineOf(core).perps.takeoverInventory;
    const highest = peaks.reduce((most, [, level]) => (level > most ? level : most), 0n);
    this.add(['peak', highest], ['peak', model.peak()]);
  }
}
