/** Turns random drafts into commands: orders they refer to are looked up in the naive model just before they are applied. */
import { isLive, rests } from './naive-limits.ts';
import type { NaiveModel } from './naive-model.ts';
import { type Draft, inUnits, marketOf } from './random-commands.ts';
import { type Limits, parametersOf, type RandomMarket } from './random-markets.ts';

/** How many commands a closed market gets before it is opened again. */
const CLOSED_FOR = 5;

/** Names an order: mostly an open one with its own user and market; otherwise any order, counted back from the newest. */
function nameOrder(
  model: NaiveModel,
  kind: string,
  order: number,
): Partial<Record<'orderId' | 'uid' | 'symbol', unknown>> {
  if (kind === 'CancelOrder' && order > 36) return { orderId: 0 };
  const live = order % 4 === 0 ? [] : model.orders.filter(isLive);
  const some = live.length > 0 ? live : model.orders;
  const target = some.at(-1 - (Math.floor(order / 4) % Math.max(1, some.length)));
  if (target === undefined) return { orderId: order + 1 };
  const { id: orderId, uid, symbol } = target;
  if (order % 16 === 7) return { orderId };
  return order % 16 === 9 ? { orderId, uid } : { orderId, uid, symbol };
}

/** Turns drafts into commands and gives them keys. */
export class Resolving {
  private readonly markets: readonly RandomMarket[];
  private readonly model: NaiveModel;
  private readonly keyed: Record<string, unknown>[] = [];
  /** A command that must follow the last one, whatever is drawn. */
  private queued: Record<string, unknown> | null = null;
  /** Commands since a market stopped trading, by symbol. */
  private readonly closedFor = new Map<string, number>();
  skippedMs = 0;

  constructor(markets: readonly RandomMarket[], model: NaiveModel) {
    this.markets = markets;
    this.model = model;
  }

  resolve(draft: Draft, seq: number): Record<string, unknown> {
    const { queued } = this;
    this.queued = null;
    if (queued !== null) return queued;
    if (draft.kind === 'Again') return this.again(draft);
    if (draft.kind === 'Meet') return this.meet(draft);
    if (draft.kind === 'ChangeMarket') return this.change(draft, seq);
    const market = marketOf(this.markets, draft);
    const opening = market === null ? null : this.opening(market.symbol, seq);
    if (opening !== null) return opening;
    const { market: _, order, all, skipMs, ...fields } = inUnits(draft, market ?? this.markets[0]!);
    this.skippedMs += Number(skipMs ?? 0);
    if (draft.kind === 'CreateMarket') fields['parameters'] = this.markets[0]!.parameters;
    const symbol = all === true ? '' : (market?.symbol ?? 'NONE');
    const isOfMarket = !['Transfer', 'Deposit', 'SetFeeTier', 'SetTradeGroup', 'CreateAsset', 'Clock'].includes(
      draft.kind,
    );
    const command = {
      ...(isOfMarket ? { symbol } : {}),
      ...fields,
      ...(order === undefined ? {} : nameOrder(this.model, draft.kind, Number(order))),
    } as Record<string, unknown>;
    if (command['idempotency'] !== null) return command;
    // Commands that move money always have a key, two of three orders have one.
    const isMoney = draft.kind === 'Deposit' || draft.kind === 'Transfer';
    if (!isMoney && seq % 3 === 0) return command;
    command['idempotency'] = { key: `key ${seq}`, fingerprint: 'one' };
    this.remember(command);
    return command;
  }

  /** Keeps a command with a key, so that it can be repeated. */
  remember(command: Record<string, unknown>): void {
    this.keyed.push(command);
  }

  /** Opens a market that was closed for long, because commands to a closed market are refused. */
  private opening(symbol: string, seq: number): Record<string, unknown> | null {
    const { status, previous } = this.model.markets.get(symbol)!;
    const isOpen = status === 'TRADING' || status === 'DELISTED';
    const since = isOpen ? 0 : (this.closedFor.get(symbol) ?? 0) + 1;
    this.closedFor.set(symbol, since);
    if (since <= CLOSED_FOR) return null;
    this.closedFor.delete(symbol);
    const isByClock = status === 'PRE_OPEN' || (status === 'POST_ONLY' && seq % 2 === 0);
    if (isByClock) {
      this.skippedMs += status === 'PRE_OPEN' ? 20 : 60_000;
      return { kind: 'Clock' };
    }
    const next = status === 'MAINTENANCE' ? previous : status === 'HALTED' && seq % 2 === 0 ? 'POST_ONLY' : 'TRADING';
    return { kind: 'SetMarketStatus', symbol, status: next };
  }

  private change(draft: Draft, seq: number): Record<string, unknown> {
    const market = marketOf(this.markets, draft);
    if (market === null) return { kind: 'Clock' };
    const now = this.model.markets.get(market.symbol)!;
    const limits = draft['limits'] as Limits | null;
    const parameters = {
      ...(limits === null ? now.parameters : parametersOf(market, limits)),
      ...(draft['isOtherGrid'] === true ? { tickSize: market.tick * 2 } : {}),
      ...(draft['isDear'] === true ? { feeMode: 'QUOTE', takerFeeRate: 45_000_000 } : {}),
    };
    const version = Math.max(0, now.version + Number(draft['version']));
    const change = { kind: 'ChangeMarket', symbol: market.symbol, version, parameters };
    const buy = this.model.book(market.symbol, 'BUY').at(-1);
    const amount = buy === undefined ? 0n : this.model.balance(buy.uid, market.quote, 'AVAIL');
    if (draft['isDear'] !== true || amount === 0n) return change;
    // First everything free leaves the wallet, so that an open buy order cannot reserve more.
    this.queued = change;
    const route = { asset: market.quote, from: 'SPOT', to: 'FUTURES' };
    const idempotency = { key: `key ${seq}`, fingerprint: 'one' };
    return { kind: 'Transfer', uid: buy!.uid, ...route, amount: Number(amount), idempotency };
  }

  private meet({ stpMode, timeInForce, quantity }: Draft): Record<string, unknown> {
    const resting = this.model.orders.filter(rests);
    const first = resting.filter((o) => this.model.book(o.symbol, o.side)[0] === o);
    const maker = first.find(({ partner }) => partner !== null) ?? first[0];
    if (maker === undefined) return { kind: 'Clock' };
    const { step } = this.markets.find(({ symbol }) => symbol === maker.symbol)!;
    return {
      kind: 'PlaceOrder',
      uid: maker.uid,
      symbol: maker.symbol,
      side: maker.side === 'BUY' ? 'SELL' : 'BUY',
      type: 'LIMIT',
      timeInForce,
      price: Number(maker.limit),
      quantity: Math.floor((Number(quantity) * step) / 100),
      quoteAmount: 0,
      maxSlippage: 0,
      stpMode,
      clientOrderId: '',
      idempotency: null,
    };
  }

  private again({ back, change, uid }: Draft): Record<string, unknown> {
    const known = this.keyed.at(-Number(back));
    if (known === undefined) return { kind: 'Clock' };
    const { key } = known['idempotency'] as { key: string };
    if (change === 'BODY') return { ...known, idempotency: { key, fingerprint: 'two' } };
    return change === 'USER' && 'uid' in known ? { ...known, uid } : known;
  }
}
