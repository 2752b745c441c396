/** Commands to the perpetuals as bytes (see commands.ts). */
import { SIDES, STP_MODES, TIMES_IN_FORCE } from '../book/order-pool.ts';
import type { Price, Rate } from '../fixed.ts';
import type {
  AmendPerpOrder,
  ContractParameters,
  ContractStatus,
  ExitTerms,
  IndexSource,
  MarginMode,
  PerpCommand,
  PerpCommandKind,
  PerpOrderName,
  PerpOwner,
  PlacePerpOrder,
  PlaceStopOrder,
  PositionMode,
  PositionSide,
  SetPositionExits,
  StopOrderType,
  TierRule,
  TriggerSource,
} from '../protocol/perp-commands.ts';
import type { ByteReader, ByteWriter } from './bytes.ts';
import { readAmount, readNumber, readNumbers, readWord, writeNumber, writeWord } from './fields.ts';
import { readIdempotency, readKey, writeIdempotency } from './idempotency.ts';

/** May only grow at its end. */
export const PERP_KINDS = [
  'CreateContract',
  'SetContractStatus',
  'TickMark',
  'SettleFunding',
  'PlacePerpOrder',
  'PlaceStopOrder',
  'SetPositionExits',
  'AmendPerpOrder',
  'CancelPerpOrder',
  'CancelStopOrder',
  'CancelAllPerpOrders',
  'SetPositionMode',
  'SetMarginMode',
  'SetLeverage',
  'MoveMargin',
  'SetAutoAddMargin',
  'RestrictMarginAccount',
  'OpenVoucherPosition',
  'ChangeContract',
] as const satisfies readonly PerpCommandKind[];

export const CONTRACT_STATUSES = [
  'PRE_OPEN',
  'OPEN',
  'REDUCE_ONLY',
  'CANCEL_ONLY',
  'STOP',
  'SETTLED',
] as const satisfies readonly ContractStatus[];
export const POSITION_SIDES = ['BOTH', 'LONG', 'SHORT'] as const satisfies readonly PositionSide[];
export const POSITION_MODES = ['ONE_WAY', 'HEDGE'] as const satisfies readonly PositionMode[];
export const MARGIN_MODES = ['CROSS', 'ISOLATED'] as const satisfies readonly MarginMode[];
export const TRIGGER_SOURCES = ['LAST', 'MARK', 'INDEX'] as const satisfies readonly TriggerSource[];
export const STOP_ORDER_TYPES = ['STOP', 'TAKE_PROFIT', 'TRAILING_STOP'] as const satisfies readonly StopOrderType[];
const OPTIONAL_STP_MODES = ['', ...STP_MODES] as const;
const ORDER_TYPES = ['LIMIT', 'MARKET'] as const;

/** The order on the wire; it may only grow at its end. */
const PARAMETERS = [
  'tickSize',
  'stepSize',
  'minQuantity',
  'minNotional',
  'maxLimitQuantity',
  'maxMarketQuantity',
  'leverageMin',
  'leverageMax',
  'leverageDefault',
  'makerFeeRate',
  'takerFeeRate',
  'liquidationFeeRate',
  'fundingIntervalHours',
  'interestRate',
  'fundingCap',
  'impactNotional',
  'priceProtectScope',
  'minBuyPriceOffset',
  'maxSellPriceOffset',
  'openInterestCap',
  'maxOpenOrders',
  'maxStopOrders',
  'maxAmends',
] as const;

export function writeContractParameters(w: ByteWriter, parameters: ContractParameters): void {
  for (const name of PARAMETERS) writeNumber(w, parameters[name]);
  w.count(parameters.tiers.length);
  for (const { cap, maxLeverage, rate } of parameters.tiers) {
    for (const value of [cap, maxLeverage, rate]) writeNumber(w, value);
  }
  writeWord(w, STP_MODES, parameters.defaultStpMode);
  w.count(parameters.hasFeeException ? 1 : 0);
}

export function readContractParameters(r: ByteReader): ContractParameters {
  const numbers = readNumbers(r, PARAMETERS);
  const tiers = Array.from({ length: r.count() }, (): TierRule => ({
    cap: readAmount(r),
    maxLeverage: readNumber(r),
    rate: readNumber(r) as Rate,
  }));
  const defaultStpMode = readWord(r, STP_MODES) as ContractParameters['defaultStpMode'];
  return { ...numbers, tiers, defaultStpMode, hasFeeException: r.count() === 1 };
}

export function writePerpFields(w: ByteWriter, command: PerpCommand): void {
  switch (command.kind) {
    case 'CreateContract':
      for (const name of [command.symbol, command.base, command.settle]) w.text(name);
      return writeContractParameters(w, command.parameters);
    case 'SetContractStatus':
      w.text(command.symbol);
      return writeWord(w, CONTRACT_STATUSES, command.status);
    case 'ChangeContract':
      w.text(command.symbol);
      writeNumber(w, command.version);
      return writeContractParameters(w, command.parameters);
    case 'TickMark':
      w.text(command.symbol);
      w.count(command.sources.length);
      for (const source of command.sources) for (const name of SOURCE) writeNumber(w, source[name]);
      return;
    case 'SettleFunding':
      return w.text(command.symbol);
    case 'SetPositionMode':
      writeNumber(w, command.uid);
      w.text(command.wallet);
      return writeWord(w, POSITION_MODES, command.mode);
    case 'RestrictMarginAccount':
      writeNumber(w, command.uid);
      w.text(command.wallet);
      return w.count(command.closeOnly ? 1 : 0);
    case 'OpenVoucherPosition':
      for (const value of [command.voucherId, command.uid, command.leverage, command.amount]) writeNumber(w, value);
      w.text(command.symbol);
      writeWord(w, SIDES, command.side);
      return writeIdempotency(w, command.idempotency);
    default:
      writeOwner(w, command);
      return writeOwned(w, command);
  }
}

type Owned = Extract<PerpCommand, PerpOwner>;

function writeOwned(w: ByteWriter, command: Owned): void {
  switch (command.kind) {
    case 'PlacePerpOrder':
      return writePlace(w, command);
    case 'PlaceStopOrder':
      return writeStop(w, command);
    case 'SetPositionExits':
      writeWord(w, POSITION_SIDES, command.positionSide);
      writeNumber(w, command.quantity);
      writeExit(w, command.takeProfit);
      writeExit(w, command.stopLoss);
      return writeIdempotency(w, command.idempotency);
    case 'AmendPerpOrder':
      writeName(w, command);
      writeNumber(w, command.price);
      writeNumber(w, command.quantity);
      return writeIdempotency(w, command.idempotency);
    case 'CancelPerpOrder':
    case 'CancelStopOrder':
      return writeName(w, command);
    case 'CancelAllPerpOrders':
      return;
    case 'SetMarginMode':
      return writeWord(w, MARGIN_MODES, command.mode);
    case 'SetLeverage':
      writeWord(w, POSITION_SIDES, command.positionSide);
      return writeNumber(w, command.leverage);
    case 'MoveMargin':
      writeWord(w, POSITION_SIDES, command.positionSide);
      writeNumber(w, command.amount);
      return writeIdempotency(w, command.idempotency);
    case 'SetAutoAddMargin':
      writeWord(w, POSITION_SIDES, command.positionSide);
      return w.count(command.on ? 1 : 0);
  }
}

export function readPerpFields(r: ByteReader, kind: PerpCommandKind): PerpCommand {
  switch (kind) {
    case 'CreateContract':
      return { kind, symbol: r.text(), base: r.text(), settle: r.text(), parameters: readContractParameters(r) };
    case 'ChangeContract':
      return { kind, symbol: r.text(), version: readNumber(r), parameters: readContractParameters(r) };
    case 'SetContractStatus':
      return { kind, symbol: r.text(), status: readWord(r, CONTRACT_STATUSES) };
    case 'TickMark':
      return { kind, symbol: r.text(), sources: Array.from({ length: r.count() }, () => readSource(r)) };
    case 'SettleFunding':
      return { kind, symbol: r.text() };
    case 'SetPositionMode':
      return { kind, uid: readNumber(r), wallet: r.text(), mode: readWord(r, POSITION_MODES) };
    case 'RestrictMarginAccount':
      return { kind, uid: readNumber(r), wallet: r.text(), closeOnly: r.count() === 1 };
    case 'OpenVoucherPosition': {
      const numbers = { voucherId: readNumber(r), uid: readNumber(r), leverage: readNumber(r), amount: readAmount(r) };
      return { kind, ...numbers, symbol: r.text(), side: readWord(r, SIDES), idempotency: readKey(r) };
    }
    default:
      return readOwned(r, kind);
  }
}

function readOwned(r: ByteReader, kind: Owned['kind']): Owned {
  const owner = { uid: readNumber(r), wallet: r.text(), symbol: r.text() };
  switch (kind) {
    case 'PlacePerpOrder':
      return readPlace(r, owner);
    case 'PlaceStopOrder':
      return readStop(r, owner);
    case 'SetPositionExits':
      return readExits(r, owner);
    case 'AmendPerpOrder':
      return readAmend(r, owner);
    case 'CancelPerpOrder':
    case 'CancelStopOrder':
      return { kind, ...owner, orderId: readNumber(r), clientOrderId: r.text() };
    case 'CancelAllPerpOrders':
      return { kind, ...owner };
    case 'SetMarginMode':
      return { kind, ...owner, mode: readWord(r, MARGIN_MODES) };
    case 'SetLeverage':
      return { kind, ...owner, positionSide: readWord(r, POSITION_SIDES), leverage: readNumber(r) };
    case 'MoveMargin':
      return {
        kind,
        ...owner,
        positionSide: readWord(r, POSITION_SIDES),
        amount: readAmount(r),
        idempotency: readIdempotency(r),
      };
    case 'SetAutoAddMargin':
      return { kind, ...owner, positionSide: readWord(r, POSITION_SIDES), on: r.count() === 1 };
  }
}

const SOURCE = ['price', 'weight', 'timeMs'] as const;

function readSource(r: ByteReader): IndexSource {
  return readNumbers(r, SOURCE);
}

function writeOwner(w: ByteWriter, { uid, wallet, symbol }: PerpOwner): void {
  writeNumber(w, uid);
  w.text(wallet);
  w.text(symbol);
}

function writeName(w: ByteWriter, { orderId, clientOrderId }: PerpOrderName): void {
  writeNumber(w, orderId);
  w.text(clientOrderId);
}

function writeExit(w: ByteWriter, exit: ExitTerms | null): void {
  w.count(exit === null ? 0 : 1);
  if (exit === null) return;
  writeNumber(w, exit.triggerPrice);
  writeWord(w, TRIGGER_SOURCES, exit.source);
  writeNumber(w, exit.price);
}

function readExit(r: ByteReader): ExitTerms | null {
  if (r.count() === 0) return null;
  return { triggerPrice: readPrice(r), source: readWord(r, TRIGGER_SOURCES), price: readPrice(r) };
}

const readPrice = (r: ByteReader): Price => readNumber(r) as Price;

const writeFlags = (w: ByteWriter, ...flags: readonly boolean[]): void =>
  flags.forEach((flag) => w.count(flag ? 1 : 0));
const readFlag = (r: ByteReader): boolean => r.count() === 1;

function writePlace(w: ByteWriter, command: PlacePerpOrder): void {
  writeWord(w, SIDES, command.side);
  writeWord(w, POSITION_SIDES, command.positionSide);
  writeWord(w, ORDER_TYPES, command.type);
  writeWord(w, TIMES_IN_FORCE, command.timeInForce);
  writeNumber(w, command.price);
  writeNumber(w, command.quantity);
  writeFlags(w, command.reduceOnly, command.closePosition);
  writeWord(w, OPTIONAL_STP_MODES, command.stpMode);
  w.text(command.clientOrderId);
  writeExit(w, command.takeProfit);
  writeExit(w, command.stopLoss);
  writeIdempotency(w, command.idempotency);
}

function readPlace(r: ByteReader, owner: PerpOwner): PlacePerpOrder {
  return {
    kind: 'PlacePerpOrder',
    ...owner,
    side: readWord(r, SIDES),
    positionSide: readWord(r, POSITION_SIDES),
    type: readWord(r, ORDER_TYPES),
    timeInForce: readWord(r, TIMES_IN_FORCE),
    price: readPrice(r),
    quantity: readAmount(r),
    reduceOnly: readFlag(r),
    closePosition: readFlag(r),
    stpMode: readWord(r, OPTIONAL_STP_MODES),
    clientOrderId: r.text(),
    takeProfit: readExit(r),
    stopLoss: readExit(r),
    idempotency: readIdempotency(r),
  };
}

function writeStop(w: ByteWriter, command: PlaceStopOrder): void {
  writeWord(w, SIDES, command.side);
  writeWord(w, POSITION_SIDES, command.positionSide);
  writeWord(w, STOP_ORDER_TYPES, command.type);
  writeWord(w, TRIGGER_SOURCES, command.source);
  writeWord(w, TIMES_IN_FORCE, command.timeInForce);
  for (const name of STOP_NUMBERS) writeNumber(w, command[name]);
  writeFlags(w, command.reduceOnly, command.closePosition, command.priceProtect);
  w.text(command.clientOrderId);
  writeIdempotency(w, command.idempotency);
}

/** The order on the wire. */
const STOP_NUMBERS = ['triggerPrice', 'price', 'quantity', 'callbackRate', 'activationPrice'] as const;

function readStop(r: ByteReader, owner: PerpOwner): PlaceStopOrder {
  return {
    kind: 'PlaceStopOrder',
    ...owner,
    side: readWord(r, SIDES),
    positionSide: readWord(r, POSITION_SIDES),
    type: readWord(r, STOP_ORDER_TYPES),
    source: readWord(r, TRIGGER_SOURCES),
    timeInForce: readWord(r, TIMES_IN_FORCE),
    ...readNumbers(r, STOP_NUMBERS),
    reduceOnly: readFlag(r),
    closePosition: readFlag(r),
    priceProtect: readFlag(r),
    clientOrderId: r.text(),
    idempotency: readIdempotency(r),
  };
}

function readExits(r: ByteReader, owner: PerpOwner): SetPositionExits {
  return {
    kind: 'SetPositionExits',
    ...owner,
    positionSide: readWord(r, POSITION_SIDES),
    quantity: readAmount(r),
    takeProfit: readExit(r),
    stopLoss: readExit(r),
    idempotency: readIdempotency(r),
  };
}

function readAmend(r: ByteReader, owner: PerpOwner): AmendPerpOrder {
  return {
    kind: 'AmendPerpOrder',
    ...owner,
    orderId: readNumber(r),
    clientOrderId: r.text(),
    price: readPrice(r),
    quantity: readAmount(r),
    idempotency: readIdempotency(r),
  };
}
