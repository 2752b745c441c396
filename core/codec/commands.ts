/**
 * Commands as bytes: the journal's payload. A record is its length (whole number), the format version, the kind, seq and
 * time, then the kind's fields in fixed order (see fields.ts). Lists of words may only grow at their end. Version 1, which has
 * none of the fields that a command may leave out, is still read.
 */
import { SIDES, STP_MODES, TIMES_IN_FORCE, TYPES } from '../book/order-pool.ts';
import {
  type Command,
  type CommandBody,
  type CommandHeader,
  type CommandKind,
  type FeeRates,
  type SpotCommand,
  type Wallet,
} from '../protocol/commands.ts';
import type { Price, Rate } from '../fixed.ts';
import type { ProductCommand } from '../protocol/product-commands.ts';
import type { PerpCommand } from '../protocol/perp-commands.ts';
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
import { PRODUCT_KINDS, readProductFields, writeProductFields } from './product-commands.ts';
import { readIdempotency, readKey, writeIdempotency } from './idempotency.ts';
import { MARKET_STATUSES, readParameters, writeParameters } from './parameters.ts';
import { PERP_KINDS, readPerpFields, writePerpFields } from './perp-commands.ts';

export const COMMAND_FORMAT_VERSION = 3;

export const SPOT_KINDS = [
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
  'SetTradeGroup',
  'ChangeMarket',
] as const satisfies readonly SpotCommand['kind'][];
/** Where the numbers of the other parts' kinds begin. */
const FIRST_PERP_KIND = 100;
const FIRST_HOUSE_KIND = 200;
const WALLETS = ['SPOT', 'FUTURES'] as const satisfies readonly Wallet[];
const OPTIONAL_STP_MODES = ['', ...STP_MODES] as const;

type Fields<K extends CommandKind> = Extract<CommandBody, { kind: K }>;

const record = new ByteWriter();

export function encodeCommand(command: Command): Uint8Array {
  record.beginFrame();
  record.count(COMMAND_FORMAT_VERSION);
  writeKind(record, command);
  return record.endFrame();
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
  const command = readKind(reader);
  if (!reader.isAtEnd) throw new FormatError('a command has bytes after its end');
  return { command, next };
}

/** The number of each kind in its record. */
const NUMBERS: ReadonlyMap<CommandKind, number> = new Map<CommandKind, number>([
  ...SPOT_KINDS.map((kind, at) => [kind, at] as const),
  ...PERP_KINDS.map((kind, at) => [kind, FIRST_PERP_KIND + at] as const),
  ...PRODUCT_KINDS.map((kind, at) => [kind, FIRST_HOUSE_KIND + at] as const),
]);

function writeKind(w: ByteWriter, command: Command): void {
  const number = NUMBERS.get(command.kind);
  if (number === undefined) throw new FormatError(`there is no command ${command.kind}`);
  w.count(number);
  w.count(command.seq);
  w.count(command.timeMs);
  if (number >= FIRST_HOUSE_KIND) writeProductFields(w, command as CommandHeader & ProductCommand);
  else if (number >= FIRST_PERP_KIND) writePerpFields(w, command as CommandHeader & PerpCommand);
  else writeFields(w, command as CommandHeader & SpotCommand);
}

function readKind(r: ByteReader): Command {
  const kind = r.count();
  const header = { seq: r.count(), timeMs: r.count() };
  if (kind >= FIRST_HOUSE_KIND)
    return { ...header, ...readProductFields(r, wordAt(PRODUCT_KINDS, kind - FIRST_HOUSE_KIND)) };
  if (kind >= FIRST_PERP_KIND) return { ...header, ...readPerpFields(r, wordAt(PERP_KINDS, kind - FIRST_PERP_KIND)) };
  return { ...header, ...readFields(r, wordAt(SPOT_KINDS, kind)) };
}

function wordAt<T>(words: readonly T[], at: number): T {
  if (at >= words.length) throw new FormatError('a command is of no kind');
  return words[at];
}

function writeFields(w: ByteWriter, command: CommandHeader & SpotCommand): void {
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
    case 'ChangeMarket':
      w.text(command.symbol);
      writeNumber(w, command.version);
      return writeParameters(w, command.parameters);
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
      writeIdempotency(w, command.idempotency);
      return w.count(command.confirmForfeit === true ? 1 : 0);
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
      return writeOrderOptionals(w, command);
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
    case 'SetTradeGroup':
      writeNumber(w, command.uid);
      return writeNumber(w, command.tradeGroupId);
    case 'SetFeeTier':
      writeNumber(w, command.uid);
      writeRates(w, command.own);
      writeRates(w, command.trial);
      writeNumber(w, command.trialEndMs);
      return writeOptionals(w, TIER_OPTIONALS, command);
  }
}

function readFields(r: ByteReader, kind: SpotCommand['kind']): SpotCommand {
  switch (kind) {
    case 'CreateAsset':
      return { kind, asset: r.text(), scale: readNumber(r) };
    case 'CreateMarket':
      return { kind, symbol: r.text(), base: r.text(), quote: r.text(), parameters: readParameters(r) };
    case 'ChangeMarket':
      return { kind, symbol: r.text(), version: readNumber(r), parameters: readParameters(r) };
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
        idempotency: readIdempotency(r),
        ...(r.version > 2 && r.count() === 1 ? { confirmForfeit: true } : {}),
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
    case 'SetTradeGroup':
      return { kind, uid: readNumber(r), tradeGroupId: readNumber(r) };
    case 'SetFeeTier':
      return {
        kind,
        uid: readNumber(r),
        own: readRates(r),
        trial: readRates(r),
        trialEndMs: readNumber(r),
        // Format 2 has no version.
        ...(r.version > 2 ? readOptionals(r, TIER_OPTIONALS) : {}),
      };
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
  writeOrderOptionals(w, command);
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

/** Few orders have any: reading the fields by name costs a fraction of looking them up. */
function writeOrderOptionals(w: ByteWriter, order: Fields<'PlaceOrder'> | Fields<'AmendOrder'>): void {
  const { stopPrice, deltaBips, activationPrice, displayQuantity } = order;
  const isPlain = stopPrice === undefined && deltaBips === undefined && activationPrice === undefined;
  if (isPlain && displayQuantity === undefined) w.count(0);
  else writeOptionals(w, ORDER_OPTIONALS, order);
}

const TIER_OPTIONALS = ['version'] as const;
/** Numbers that a command may leave out, in the order of their bits; they may only grow at their end. */
const ORDER_OPTIONALS = ['stopPrice', 'deltaBips', 'activationPrice', 'displayQuantity'] as const;
