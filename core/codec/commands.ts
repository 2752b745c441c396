/**
 * Commands as bytes: the journal's payload. A record is its length (whole number), the format version, the kind, seq and
 * time, then the kind's fields in fixed order (see fields.ts). Lists of words may only grow at their end. Version 1, which has
 * none of the fields that a command may leave out, is still read.
 */
import { SIDES, STP_MODES, TIMES_IN_FORCE, TYPES } from '../book/order-pool.ts';
import type { Command, CommandBody, CommandKind, FeeRates, Idempotency, Wallet } from '../commands.ts';
import type { Price, Rate } from '../fixed.ts';
import { ByteReader, ByteWriter, FormatError } from './bytes.ts';
import {
  readAmount,
  readNumber,
  readNumbers,
  readOptionals,
  readWord,
  writeNumber,
  writeOptionals,
  writeWord,
} from './fields.ts';
import { MARKET_STATUSES, readParameters, writeParameters } from './parameters.ts';

export const COMMAND_FORMAT_VERSION = 2;

const KINDS = [
  'CreateAsset',
  'CreateMarket',
  'SetMarketStatus',
  'Clock',
  'Deposit',
  'Transfer',
  'PlaceOrder',
  'AmendOrder',
  'CancelOrder',
  'CancelAllOrders',
  'PlaceOco',
  'SetFeeTier',
] as const satisfies readonly CommandKind[];
const WALLETS = ['SPOT', 'FUTURES'] as const satisfies readonly Wallet[];
const OPTIONAL_STP_MODES = ['', ...STP_MODES] as const;

type Fields<K extends CommandKind> = Extract<CommandBody, { kind: K }>;

const body = new ByteWriter();
const record = new ByteWriter();

export function encodeCommand(command: Command): Uint8Array {
  body.clear();
  body.count(COMMAND_FORMAT_VERSION);
  body.count(KINDS.indexOf(command.kind));
  body.count(command.seq);
  body.count(command.timeMs);
  writeFields(body, command);
  const bytes = body.done();
  record.clear();
  record.count(bytes.length);
  record.raw(bytes);
  return record.done();
}

export function decodeCommand(bytes: Uint8Array, offset: number): { command: Command; next: number } {
  const prefix = new ByteReader(bytes, offset, bytes.length);
  const length = prefix.count();
  const next = prefix.offset + length;
  if (next > bytes.length) throw new FormatError('a command is longer than the bytes');
  const reader = new ByteReader(bytes, prefix.offset, next);
  reader.version = reader.count();
  if (reader.version < 1 || reader.version > COMMAND_FORMAT_VERSION)
    throw new FormatError(`command format ${reader.version} is not known`);
  const kind = reader.word(KINDS);
  const header = { seq: reader.count(), timeMs: reader.count() };
  const command: Command = { ...header, ...readFields(reader, kind) };
  if (!reader.isAtEnd) throw new FormatError('a command has bytes after its end');
  return { command, next };
}

function writeFields(w: ByteWriter, command: Command): void {
  switch (command.kind) {
    case 'CreateAsset':
      w.text(command.asset);
      return writeNumber(w, command.scale);
    case 'CreateMarket':
      w.text(command.symbol);
      w.text(command.base);
      w.text(command.quote);
      return writeParameters(w, command.parameters);
    case 'SetMarketStatus':
      w.text(command.symbol);
      return writeWord(w, MARKET_STATUSES, command.status);
    case 'Clock':
      return;
    case 'Deposit':
      writeNumber(w, command.uid);
      w.text(command.asset);
      writeNumber(w, command.amount);
      return writeIdempotency(w, command.idempotency);
    case 'Transfer':
      writeNumber(w, command.uid);
      w.text(command.asset);
      writeWord(w, WALLETS, command.from);
      writeWord(w, WALLETS, command.to);
      writeNumber(w, command.amount);
      return writeIdempotency(w, command.idempotency);
    case 'PlaceOrder':
      return writePlaceOrder(w, command);
    case 'AmendOrder':
      writeNumber(w, command.uid);
      w.text(command.symbol);
      writeNumber(w, command.orderId);
      w.text(command.clientOrderId);
      writeNumber(w, command.price);
      writeNumber(w, command.quantity);
      writeIdempotency(w, command.idempotency);
      return writeOptionals(w, ORDER_OPTIONALS, command);
    case 'CancelOrder':
      writeNumber(w, command.uid);
      w.text(command.symbol);
      writeNumber(w, command.orderId);
      return w.text(command.clientOrderId);
    case 'CancelAllOrders':
      writeNumber(w, command.uid);
      return w.text(command.symbol);
    case 'PlaceOco':
      return writePlaceOco(w, command);
    case 'SetFeeTier':
      writeNumber(w, command.uid);
      writeRates(w, command.own);
      writeRates(w, command.trial);
      return writeNumber(w, command.trialEndMs);
  }
}

function readFields(r: ByteReader, kind: CommandKind): CommandBody {
  switch (kind) {
    case 'CreateAsset':
      return { kind, asset: r.text(), scale: readNumber(r) };
    case 'CreateMarket':
      return { kind, symbol: r.text(), base: r.text(), quote: r.text(), parameters: readParameters(r) };
    case 'SetMarketStatus':
      return { kind, symbol: r.text(), status: readWord(r, MARKET_STATUSES) };
    case 'Clock':
      return { kind };
    case 'Deposit':
      return { kind, uid: readNumber(r), asset: r.text(), amount: readAmount(r), idempotency: readKey(r) };
    case 'Transfer':
      return {
        kind,
        uid: readNumber(r),
        asset: r.text(),
        from: readWord(r, WALLETS),
        to: readWord(r, WALLETS),
        amount: readAmount(r),
        idempotency: readKey(r),
      };
    case 'PlaceOrder':
      return readPlaceOrder(r);
    case 'AmendOrder':
      return {
        kind,
        uid: readNumber(r),
        symbol: r.text(),
        orderId: readNumber(r),
        clientOrderId: r.text(),
        price: readNumber(r) as Price,
        quantity: readAmount(r),
        idempotency: readIdempotency(r),
        ...readOptionals(r, ORDER_OPTIONALS),
      };
    case 'CancelOrder':
      return { kind, uid: readNumber(r), symbol: r.text(), orderId: readNumber(r), clientOrderId: r.text() };
    case 'CancelAllOrders':
      return { kind, uid: readNumber(r), symbol: r.text() };
    case 'PlaceOco':
      return readPlaceOco(r);
    case 'SetFeeTier':
      return { kind, uid: readNumber(r), own: readRates(r), trial: readRates(r), trialEndMs: readNumber(r) };
  }
}

function writePlaceOrder(w: ByteWriter, command: Fields<'PlaceOrder'>): void {
  writeNumber(w, command.uid);
  w.text(command.symbol);
  writeWord(w, SIDES, command.side);
  writeWord(w, TYPES, command.type);
  writeWord(w, TIMES_IN_FORCE, command.timeInForce);
  writeNumber(w, command.price);
  writeNumber(w, command.quantity);
  writeNumber(w, command.quoteAmount);
  writeNumber(w, command.maxSlippage);
  writeWord(w, OPTIONAL_STP_MODES, command.stpMode);
  w.text(command.clientOrderId);
  writeIdempotency(w, command.idempotency);
  writeOptionals(w, ORDER_OPTIONALS, command);
}

function readPlaceOrder(r: ByteReader): Fields<'PlaceOrder'> {
  return {
    kind: 'PlaceOrder',
    uid: readNumber(r),
    symbol: r.text(),
    side: readWord(r, SIDES),
    type: readWord(r, TYPES),
    timeInForce: readWord(r, TIMES_IN_FORCE),
    price: readNumber(r) as Price,
    quantity: readAmount(r),
    quoteAmount: readAmount(r),
    maxSlippage: readNumber(r) as Rate,
    stpMode: readWord(r, OPTIONAL_STP_MODES),
    clientOrderId: r.text(),
    idempotency: readIdempotency(r),
    ...readOptionals(r, ORDER_OPTIONALS),
  };
}

function writePlaceOco(w: ByteWriter, command: Fields<'PlaceOco'>): void {
  writeNumber(w, command.uid);
  w.text(command.symbol);
  writeWord(w, SIDES, command.side);
  for (const field of OCO_NUMBERS) writeNumber(w, command[field]);
  writeWord(w, OPTIONAL_STP_MODES, command.stpMode);
  w.text(command.clientOrderId);
  w.text(command.stopClientOrderId);
  writeIdempotency(w, command.idempotency);
}

function readPlaceOco(r: ByteReader): Fields<'PlaceOco'> {
  return {
    kind: 'PlaceOco',
    uid: readNumber(r),
    symbol: r.text(),
    side: readWord(r, SIDES),
    ...readNumbers(r, OCO_NUMBERS),
    stpMode: readWord(r, OPTIONAL_STP_MODES),
    clientOrderId: r.text(),
    stopClientOrderId: r.text(),
    idempotency: readIdempotency(r),
  };
}

/** The order on the wire. */
const OCO_NUMBERS = ['quantity', 'price', 'takeProfitPrice', 'stopPrice', 'stopLimitPrice'] as const;
const RATES = ['spotMaker', 'spotTaker', 'futuresMaker', 'futuresTaker'] as const;

export function writeRates(w: ByteWriter, rates: FeeRates | null): void {
  w.count(rates === null ? 0 : 1);
  if (rates !== null) for (const name of RATES) writeNumber(w, rates[name]);
}

export function readRates(r: ByteReader): FeeRates | null {
  return r.count() === 0 ? null : readNumbers(r, RATES);
}

/** Numbers that a command may leave out, in the order of their bits; they may only grow at their end. */
const ORDER_OPTIONALS = ['stopPrice', 'deltaBips', 'activationPrice', 'displayQuantity'] as const;

function writeIdempotency(w: ByteWriter, idempotency: Idempotency | null): void {
  w.count(idempotency === null ? 0 : 1);
  if (idempotency === null) return;
  w.text(idempotency.key);
  w.text(idempotency.fingerprint);
}

function readIdempotency(r: ByteReader): Idempotency | null {
  return r.count() === 0 ? null : { key: r.text(), fingerprint: r.text() };
}

function readKey(r: ByteReader): Idempotency {
  const idempotency = readIdempotency(r);
  if (idempotency === null) throw new FormatError('a money command has no key');
  return idempotency;
}
