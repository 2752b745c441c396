/** Completes random commands with what depends on the state: prices near the mark, ids of live orders, index sources, a key. */
import type { CommandBody } from '../../protocol/commands.ts';
import type { Core } from '../../protocol/core.ts';
import type { IndexSource } from '../../protocol/perp-commands.ts';
import type { Around, Chunks, Drawn, SourceShape } from './random-perps.ts';
import { bankruptcyTicks } from '../../perp/orders/fill-checks.ts';
import { machineOf } from '../../testing/exchange.ts';
import { contractOf, type RandomContract, SYMBOLS, USERS, VOUCHER_WALLETS, WALLETS } from './random-setup.ts';

type Body = Record<string, unknown>;
interface Owner {
  readonly uid: number;
  readonly wallet: string;
  readonly symbol: string;
}

/** Fields of every command of a margin account's owner. */
const KEYED =
  /^(?:Transfer|MoveMargin|FundPool|Grant|Revoke|Cancel(?:Fee)|Attach|PayCover|EndCover|PayPrize|ClawBack|OpenVoucher|PostCorrection|Withhold|AccrueCopy|PayCopy)/;
/** A source's price older than this does not count (trading B8). */
const STALE_MS = 10_001;

/** Makes a drawn command ready to be applied. */
export function complete(core: Core, fields: Drawn, timeMs: number): CommandBody {
  const {
    pick,
    aim,
    afterMs,
    index,
    move,
    odd,
    shape,
    flaw,
    fits,
    lastsMs,
    edge,
    rise,
    change,
    isExact,
    atBankruptcyOf,
    inside,
    ...drawn
  } = fields;
  void afterMs;
  const rest = { ...drawn, ...aimAt(core, fields, aim ?? 0), ...aimId(core, fields.kind, aim ?? 0) } as Body;
  const contract = contractOf(String(rest['symbol'] ?? ''));
  const view = core.contract(contract.symbol);
  const body = settled(rest, view?.markPrice ?? 0, contract) as Body;
  const owner = body as unknown as Owner;
  if (body['wallet'] === 'VOUCHER') body['wallet'] = voucherOf(core, owner);
  if (body['kind'] === 'TickMark') {
    const price = Number(index ?? moved(view?.indexPrice ?? 0, contract, Number(move), Number(odd)));
    body['sources'] = sourcesOf((shape ?? 'SAME') as SourceShape, price, timeMs);
  }
  if (pick !== undefined) Object.assign(body, orderOf(core, fields.kind, owner, pick));
  if (fields.kind === 'PlacePerpOrder' && isExact !== true) makeLikely(core, body, contract);
  fitSide(core, body);
  if (fields.kind === 'SetFeeTier') body['trialEndMs'] = body['trial'] === null ? 0 : timeMs + Number(lastsMs);
  else if (lastsMs !== undefined) body['expiresAtMs'] = timeMs + Number(lastsMs);
  if (fields.kind === 'ChangeContract') {
    const { version = 1, parameters = contract.parameters } = view ?? {};
    Object.assign(body, { version: version + Number(rise), parameters: { ...parameters, ...(change as Body) } });
  }
  if (fits !== false && fields.kind === 'AmendStopOrder') fitChange(core, body, contract, fits === true);
  else if (fits === true || fits === 'ALL') turnTriggers(core, body, contract);
  if (atBankruptcyOf !== undefined) body['price'] = bankruptcyPrice(core, Number(atBankruptcyOf), Number(inside), body);
  if (fits === 'ALL' && body['reduceOnly'] === false) takeAll(core, body, contract);
  if (typeof edge === 'number') body['amount'] = atEdge(core, body, edge);
  if (typeof flaw === 'string') spoil(body, flaw, contract);
  if (KEYED.test(fields.kind) && body['idempotency'] === undefined)
    body['idempotency'] = mayLackKey(fields.kind, core) ? null : { key: `k${core.lastSeq}`, fingerprint: '' };
  return body as unknown as CommandBody;
}

/** Kinds of commands that need no idempotency key. */
function mayLackKey(kind: string, core: Core): boolean {
  return (kind === 'Transfer' || kind === 'MoveMargin') && core.lastSeq % 3 === 0;
}

/** The id of an active grant, voucher or the like. */
function aimId(core: Core, kind: string, aim: number): Body {
  const { vouchers, grants, prizes } = machineOf(core).products;
  const [name, things] = {
    CancelFeeVoucher: ['voucherId', vouchers.register.all()] as const,
    RevokeBonus: ['grantId', grants.register.all()] as const,
    PayCover: ['coverId', prizes.covers.all()] as const,
    EndCover: ['coverId', prizes.covers.all()] as const,
  }[kind] ?? ['', []];
  return aim === 0 || things.length === 0 ? {} : { [name]: things[aim % things.length]!.id };
}

/** A user who has what the command refers to. */
function aimAt(core: Core, fields: Drawn, aim: number): Owner | null {
  if (aim === 0) return null;
  const owners = USERS.flatMap((uid) =>
    [...WALLETS, ...VOUCHER_WALLETS].flatMap((wallet) => SYMBOLS.map((symbol): Owner => ({ uid, wallet, symbol }))),
  );
  const found = owners.filter((owner) => {
    switch (fields.kind) {
      case 'AmendPerpOrder':
      case 'CancelPerpOrder':
        return core.openPerpOrders(owner).length > 0;
      case 'AmendStopOrder':
      case 'CancelStopOrder':
        return core.openStopOrders(owner).length > 0;
      case 'MoveMargin':
      case 'SetAutoAddMargin':
        return core.positions(owner).some(({ marginMode }) => marginMode === 'ISOLATED');
      case 'SetPositionExits':
        return core.positions(owner).length > 0;
      default:
        // Orders that close are sent to a user with a position to close.
        return (fields['reduceOnly'] === true || fields['closePosition'] === true) && canClose(core, owner, fields);
    }
  });
  return found[aim % Math.max(1, found.length)] ?? null;
}

function canClose(core: Core, owner: Owner, fields: Drawn): boolean {
  return core.positions(owner).some(({ direction }) => (direction === 'SHORT') === (fields['side'] === 'BUY'));
}

/** Turns drawn distances into prices on the grid near the mark, and drawn sizes into whole steps. */
function settled(value: unknown, mark: number, contract: RandomContract): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const { tickSize, stepSize } = contract.parameters;
  if ('around' in value) {
    const { around, ticks } = value as Around;
    return Math.max(1, Math.round((mark * (100 + around)) / 100 / tickSize) + ticks) * tickSize;
  }
  if ('chunks' in value) {
    const { chunks, steps } = value as Chunks;
    return (chunks * contract.chunk + steps) * stepSize;
  }
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, settled(part, mark, contract)]));
}

/** Source prices: the last index moved by some percent, not on the price grid, and kept near the first index. */
function moved(last: number, { index }: RandomContract, percent: number, odd: number): number {
  const next = Math.round((last * (100 + percent)) / 100) + odd;
  return Math.max(Math.round(index * 0.4), Math.min(Math.round(index * 2.5), next));
}

function sourcesOf(shape: SourceShape, price: number, timeMs: number): IndexSource[] {
  const at = (factor: number, weight = 1, ageMs = 0): IndexSource =>
    ({ price: Math.round(price * factor), weight, timeMs: timeMs - ageMs }) as IndexSource;
  switch (shape) {
    case 'SAME':
      return [at(1), at(1), at(1)];
    case 'SPREAD':
      return [at(0.991, 3), at(1), at(1.0123, 7)];
    case 'ONE_OFF':
      return [at(1), at(1.08, 5), at(1.001, 2), at(0.997, 3)];
    case 'TWO_OFF':
      return [at(1), at(1.2), at(1.003), at(0.8)];
    case 'PAIR':
      return [at(1), at(1.011)];
    case 'ONE':
      return [at(1)];
    case 'STALE':
      return [at(1.5, 9, STALE_MS), at(1, 1, STALE_MS - 1), at(1.001)];
    default:
      return [];
  }
}

function orderOf(core: Core, kind: string, owner: Owner, pick: number): Body {
  const ids =
    kind === 'CancelStopOrder' || kind === 'AmendStopOrder'
      ? core.openStopOrders(owner).map((stop) => stop.stopOrderId)
      : core.openPerpOrders(owner).map((order) => order.orderId);
  if (pick === 7) return { orderId: 0, clientOrderId: 'a' };
  return { orderId: ids[pick % Math.max(1, ids.length)] ?? pick, clientOrderId: '' };
}

/** Makes orders match often, and seldom closes without a position. */
function makeLikely(core: Core, body: Body, { index, parameters }: RandomContract): void {
  const { tickSize } = parameters;
  const shift = Math.max(1, Math.round(index / 100 / tickSize)) * tickSize * (body['side'] === 'BUY' ? 1 : -1);
  if (body['price'] !== 0) body['price'] = Math.max(tickSize, Number(body['price']) + shift);
  const isFlat = core.positions(body as unknown as Owner).length === 0;
  if (!isFlat || body['clientOrderId'] === 'b') return;
  body['reduceOnly'] = false;
  if (body['positionSide'] === 'CLOSES') body['positionSide'] = 'OPENS';
}

function fitSide(core: Core, body: Body): void {
  const wanted = body['positionSide'];
  if (wanted !== 'OPENS' && wanted !== 'CLOSES') return;
  const owner = body as unknown as Owner;
  const isHedged = core.preference(owner.uid, owner.wallet, owner.symbol)?.mode === 'HEDGE';
  const closes = wanted === 'CLOSES' || body['reduceOnly'] === true || body['closePosition'] === true;
  const isLong = (body['side'] === 'BUY') !== closes;
  const [held] = core.positions(owner);
  // A command about a position names the side of the open one.
  if (body['side'] === undefined && held !== undefined) body['positionSide'] = held.positionSide;
  else body['positionSide'] = !isHedged ? 'BOTH' : isLong ? 'LONG' : 'SHORT';
}

/** The wallet of a voucher's position, if the user has one. */
function voucherOf(core: Core, { uid }: Owner): string {
  const open = VOUCHER_WALLETS.find((wallet) => core.positions({ uid, wallet, symbol: '' }).length > 0);
  return open ?? (uid === 1 ? VOUCHER_WALLETS[0]! : 'FUTURES');
}

/** A trigger that would fire at once is mirrored to the other side of the price that it is compared with. */
function turnTriggers(core: Core, body: Body, { symbol, parameters }: RandomContract): void {
  const view = core.contract(symbol);
  const held = core.positions(body as unknown as Owner).find((one) => one.positionSide === body['positionSide']);
  const side = body['side'] ?? (held?.direction === 'SHORT' ? 'SELL' : 'BUY');
  const turned = (exit: { triggerPrice: number; source: string }, rises: boolean, limit: number): number => {
    const last = view?.lastPrice === 0 ? view.markPrice : (view?.lastPrice ?? 0);
    const now = { LAST: last, MARK: view?.markPrice ?? 0, INDEX: view?.indexPrice ?? 0 }[exit.source] ?? last;
    const reference = limit === 0 ? now : limit;
    const ahead = rises ? exit.triggerPrice - reference : reference - exit.triggerPrice;
    const distance = ahead > 0 ? ahead : parameters.tickSize - ahead;
    return Math.max(parameters.tickSize, rises ? reference + distance : reference - distance);
  };
  for (const [name, risesForBuyer] of [
    ['takeProfit', true],
    ['stopLoss', false],
  ] as const) {
    const exit = body[name] as { triggerPrice: number; source: string } | null | undefined;
    if (exit === null || exit === undefined) continue;
    const limit = body['kind'] === 'PlacePerpOrder' ? Number(body['price']) : 0;
    exit.triggerPrice = turned(exit, risesForBuyer === (side === 'BUY'), limit);
  }
  if (body['kind'] !== 'PlaceStopOrder') return;
  const field = body['type'] === 'TRAILING_STOP' ? 'activationPrice' : 'triggerPrice';
  if (body[field] === 0) return;
  const rises = body['type'] === 'STOP' ? side === 'BUY' : side === 'SELL';
  body[field] = turned({ triggerPrice: Number(body[field]), source: String(body['source']) }, rises, 0);
}

/** Leaves out of a change what the conditional order has not; `waits`: and turns its trigger so that it waits. */
function fitChange(core: Core, body: Body, contract: RandomContract, waits: boolean): void {
  const owner = body as unknown as Owner;
  const stop = core.openStopOrders(owner).find(({ stopOrderId }) => stopOrderId === body['orderId']);
  if (stop === undefined) return;
  const { type, side, source, price, closePosition, group } = stop;
  const trails = type === 'TRAILING_STOP';
  const unfit = [
    ...(trails ? ['triggerPrice', 'price'] : ['callbackRate', 'activationPrice']),
    ...(Number(price) === 0 ? ['price'] : []),
    ...(closePosition || group !== 'OWN' ? ['quantity'] : []),
  ];
  for (const name of unfit) body[name] = 0;
  if (!waits) return;
  const placed = { ...body, kind: 'PlaceStopOrder', type, side, source };
  turnTriggers(core, placed, contract);
  const { triggerPrice, activationPrice } = placed as Body;
  Object.assign(body, { triggerPrice, activationPrice });
}

/** A price some ticks before the bankruptcy price of a user's position; the order's own price if there is none. */
function bankruptcyPrice(core: Core, uid: number, inside: number, body: Body): number {
  const { risk, accounts } = machineOf(core).perps;
  const account = accounts.find(uid, 'FUTURES');
  const holdings = [...(account?.holdings.values() ?? [])];
  const holding = holdings.find(({ contract }) => contract.symbol === body['symbol']);
  const [position] = holding?.positions() ?? [];
  if (account === undefined || holding === undefined || position === undefined) return Number(body['price']);
  const values = risk.bankruptcy(risk.scopeOf(account, holding, position));
  const value = values.find((one) => one.position === position)!.value;
  const { contract } = holding;
  const ticks = bankruptcyTicks(contract, position.direction, value, position.quantity);
  return Number((ticks + position.direction * BigInt(inside)) * contract.tick);
}

/** Sets a quantity whose margin and fee take about all that is available. */
function takeAll(core: Core, body: Body, { parameters }: RandomContract): void {
  const { uid, wallet, symbol } = body as unknown as Owner;
  const price = Number(body['price']);
  const available = Number(core.capital(uid, wallet)?.available ?? 0n);
  const set = core.preference(uid, wallet, symbol);
  if (price === 0 || available === 0 || set === null) return;
  const leverage = body['side'] === 'BUY' ? set.longLeverage : set.shortLeverage;
  const perUnit = (price / 100_000_000) * (1 / leverage + parameters.takerFeeRate / 100_000_000);
  const steps = Math.floor(available / perUnit / parameters.stepSize);
  body['quantity'] = Math.max(1, steps) * parameters.stepSize;
}

/** The largest amount that may be moved, or one unit more or less. */
function atEdge(core: Core, body: Body, beyond: number): number {
  const owner = body as unknown as Owner;
  const drawn = Number(body['amount']);
  const { risk, accounts } = machineOf(core).perps;
  const wallet = body['kind'] === 'Transfer' ? String(body['from']) : owner.wallet;
  const account = accounts.find(owner.uid, wallet);
  if (account === undefined) return drawn;
  if (body['kind'] === 'Transfer') return Math.max(1, Number(risk.transferable(account)) + beyond);
  if (drawn > 0) return Math.max(1, Number(risk.addable(account)) + beyond);
  const [held] = core.positions(owner);
  return held === undefined ? drawn : -Math.max(1, Number(held.margin) + beyond);
}

/** Makes the drawn field wrong, if the command has it. */
function spoil(body: Body, flaw: string, { parameters }: RandomContract): void {
  const { tickSize, stepSize } = parameters;
  const priced = ['price', 'triggerPrice', 'activationPrice'].find((name) => Number(body[name] ?? 0) > 0);
  if (flaw === 'TICK' && priced !== undefined) body[priced] = Number(body[priced]) + 1;
  if (flaw === 'HUGE_PRICE' && priced !== undefined) body[priced] = 2 ** 31 * tickSize;
  if (Number(body['quantity'] ?? 0) > 0) {
    if (flaw === 'STEP') body['quantity'] = Number(body['quantity']) + 1;
    if (flaw === 'HUGE') body['quantity'] = Math.floor(Number.MAX_SAFE_INTEGER / stepSize) * stepSize;
    if (flaw === 'FIELDS') body['closePosition'] = true;
  }
  if (flaw === 'STP' && 'stpMode' in body) body['stpMode'] = 'DECREMENT';
}
