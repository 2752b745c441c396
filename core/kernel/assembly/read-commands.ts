/**
 * Commands as the journal has them (core/codec/commands.ts), one behind the other, read into the fields of a group (layout.ts): orders of spot and of
 * perpetuals whose fields have their usual values (core/codec/usual-values.ts), without terms of their own. Orders of perpetuals have no name, and no name or key
 * has letters from 128 on. All others are the core's to read.
 *
 * A number is read eight bytes at a time and without a branch: where one is too long, its length is 8 and its value is above 2^53 - 1.
 */
import { CLIENT_ID_FLAG, EXPIRE_BOTH, GTC, GTX, STP_NONE, STP_SHIFT, TIF_SHIFT } from '../order-record.ts';
import * as layout from '../layout.ts';
import { isNamed, marketNamed } from './markets.ts';
import { isPlainText, tagOf } from './names.ts';
import { MAX_UNITS, state } from './records.ts';
import { userOf } from './users.ts';

/** The high bit of each of eight bytes. */
const HIGH_BITS: u64 = 0x8080808080808080;

/** The market, and the contract, of the last command: many name the same one. */
let lastMarket: i32 = 0;
let lastContract: i32 = 0;
/** The letters of FUTURES behind their number, as one number: the wallet of which orders of perpetuals are read. */
const IN_FUTURES: u64 = 0x5345525554554607;
const FUTURES_BYTES = 8;
/** No command of these kinds is longer: a frame whose length has more than two bytes counts as too long, too. */
const MOST_BYTES: i32 = 512;

/**
 * Reads the command that begins at `begin` into the fields at `to`; false where there is none, none whole, or one that is the core's. `seq` is the number
 * that it must have; its time may not be before `timeMs`.
 */
export function readCommand(begin: i32, end: i32, to: i32, seq: f64, timeMs: f64): bool {
  // The length of a frame of these kinds takes one byte or two, format and kind one each.
  const isLong = load<u8>(begin) > 127;
  const formatAt = begin + (isLong ? 2 : 1);
  const length = isLong
    ? ((load<u8>(begin) as i32) & 127) | ((load<u8>(begin + 1) as i32) << 7)
    : (load<u8>(begin) as i32);
  const next = formatAt + length;
  const kind = load<u8>(formatAt + 1) as i32;
  if (length > MOST_BYTES || next > end || load<u8>(formatAt) != layout.COMMAND_FORMAT) return false;
  const isPerp = kind == layout.AMEND_PERP_ORDER || kind == layout.CANCEL_PERP_ORDER || kind == layout.PLACE_PERP_ORDER;
  if (!isPerp && (kind < layout.PLACE_ORDER || kind > layout.CANCEL_ORDER)) return false;
  const seqAt = formatAt + 2;
  const seqBytes = load<u64>(seqAt);
  const timeAt = seqAt + lengthOf(seqBytes);
  const timeBytes = load<u64>(timeAt);
  const tagAt = timeAt + lengthOf(timeBytes);
  const uidBytes = load<u64>(tagAt + 1);
  const walletAt = tagAt + 1 + lengthOf(uidBytes);
  if (isPerp && load<u64>(walletAt) != IN_FUTURES) return false;
  const nameAt = walletAt + (isPerp ? FUTURES_BYTES : 0);
  const time = valueOf(timeBytes);
  const uid = valueOf(uidBytes);
  if (valueOf(seqBytes) != seq || time < timeMs || time > MAX_UNITS) return false;
  if (load<u8>(tagAt) != 0 || uid > MAX_UNITS) return false;
  const market = isPerp ? contractAt(nameAt) : marketAt(nameAt);
  if (market == 0) return false;
  store<i32>(to + layout.GROUP_KIND, kind);
  store<f64>(to + layout.GROUP_TIME, time);
  store<i32>(to + layout.GROUP_END, next);
  store<f64>(to + layout.GROUP_UID, uid);
  store<i32>(to + layout.GROUP_MARKET, market);
  store<i32>(to + layout.GROUP_NAME_TAG, 0);
  store<i32>(to + layout.GROUP_KEY_TAG, 0);
  const rest = nameAt + 1 + (load<u8>(nameAt) as i32);
  return readRest(rest, kind, market, uid, to) == next;
}

/** What follows the name of the market. Answers where it ends; 0 where it is the core's. */
function readRest(at: i32, kind: i32, market: i32, uid: f64, to: i32): i32 {
  if (kind == layout.PLACE_ORDER) return readPlaced(at, market, uid, to);
  if (kind == layout.PLACE_PERP_ORDER) return readPlacedPerp(at, market, uid, to);
  return readNamed(at, kind, uid, to);
}

function readPlaced(at: i32, market: i32, uid: f64, to: i32): i32 {
  // Places in the lists of protocol/words.ts, counted from 1, of the side, the type and the time in force.
  const side = (load<u8>(at) as i32) - 1;
  const type = load<u8>(at + 1);
  const timeInForce = (load<u8>(at + 2) as i32) - 1;
  if (side < 0 || side > 1 || type != 1) return 0;
  if (timeInForce < GTC || timeInForce > GTX) return 0;
  const modeAt = readAmounts(at + 3, to);
  // No amount and no slippage of its own before the mode of self-trade prevention, and no terms behind name and key.
  if (modeAt == 0 || load<u32>(modeAt) != 0) return 0;
  const nameAt = modeAt + 5;
  const isNamed = load<u8>(nameAt) != 0;
  const keyAt = isNamed ? readName(nameAt, market, uid, to) : nameAt + 1;
  const termsAt = keyAt == 0 ? 0 : readKey(keyAt, uid, to);
  if (termsAt == 0 || load<u8>(termsAt) != 0) return 0;
  const named = (load<u8>(modeAt + 4) as i32) - 2;
  const usual = load<i32>(market + layout.DEFAULT_STP);
  const mode = named == -1 ? usual : named;
  if (named < -1 || mode > layout.MOST_STP || (mode == STP_NONE && usual != STP_NONE)) return 0;
  const user = userOf(uid);
  if (user == 0) return 0;
  store<i32>(to + layout.GROUP_USER, user);
  const flags = side | (timeInForce << TIF_SHIFT) | (mode << STP_SHIFT);
  store<i32>(to + layout.GROUP_FLAGS, isNamed ? flags | CLIENT_ID_FLAG : flags);
  return termsAt + 1;
}

/** The name of an order of spot, which has one: answers where it ends; 0 where it is the core's. */
function readName(at: i32, market: i32, uid: f64, to: i32): i32 {
  const tag = tagOf(uid, load<i32>(market + layout.MARKET_INDEX) + 1, at);
  if (tag == 0) return 0;
  store<i32>(to + layout.GROUP_NAME, at);
  store<i32>(to + layout.GROUP_NAME_TAG, tag);
  return at + 1 + (load<u8>(at) as i32);
}

/** The key and its fingerprint, or that there is none: answers where they end; 0 where they are the core's. */
function readKey(at: i32, uid: f64, to: i32): i32 {
  const has = load<u8>(at);
  if (has == 0) return at + 1;
  const keyAt = at + 1;
  const length = load<u8>(keyAt) as i32;
  const tag = has != 1 || length == 0 ? 0 : tagOf(uid, 0, keyAt);
  if (tag == 0) return 0;
  const fingerprintAt = keyAt + 1 + length;
  const end = fingerprintAt + 1 + (load<u8>(fingerprintAt) as i32);
  if (load<u8>(fingerprintAt) > 127 || !isPlainText(fingerprintAt)) return 0;
  store<i32>(to + layout.GROUP_KEY, keyAt);
  store<i32>(to + layout.GROUP_KEY_TAG, tag);
  return end;
}

/** A new order of a perpetual in one-way mode that neither only closes nor has exits. */
function readPlacedPerp(at: i32, contract: i32, uid: f64, to: i32): i32 {
  // Places in the lists of protocol/words.ts, counted from 1, of the side, the position side, the type and the time in force.
  const side = (load<u8>(at) as i32) - 1;
  const timeInForce = (load<u8>(at + 3) as i32) - 1;
  if (side < 0 || side > 1 || load<u8>(at + 1) != 1 || load<u8>(at + 2) != 1) return 0;
  if (timeInForce < GTC || timeInForce > GTX) return 0;
  const flagsAt = readAmounts(at + 4, to);
  // Neither reduce-only nor all of a position before the mode of self-trade prevention, and no name and exits behind it.
  if (flagsAt == 0 || load<u16>(flagsAt) != 0 || load<u16>(flagsAt + 3) != 0 || load<u8>(flagsAt + 5) != 0) return 0;
  const end = readKey(flagsAt + 6, uid, to);
  if (end == 0) return 0;
  const named = (load<u8>(flagsAt + 2) as i32) - 2;
  const mode = named == -1 ? load<i32>(contract + layout.DEFAULT_STP) : named;
  // A mode that only spot has, or none, is refused.
  if (named < -1 || mode == STP_NONE || mode > EXPIRE_BOTH) return 0;
  const user = userOf(uid);
  if (user == 0) return 0;
  store<i32>(to + layout.GROUP_USER, user);
  store<i32>(to + layout.GROUP_FLAGS, side | (timeInForce << TIF_SHIFT) | (mode << STP_SHIFT));
  return end;
}

/** The same of an order that is cancelled, or amended, by its id. */
function readNamed(at: i32, kind: i32, uid: f64, to: i32): i32 {
  const bytes = load<u64>(at + 1);
  const id = valueOf(bytes);
  const nameAt = at + 1 + lengthOf(bytes);
  if (load<u8>(at) != 0 || id > MAX_UNITS || load<u8>(nameAt) != 0) return 0;
  store<f64>(to + layout.GROUP_ID, id);
  if (kind == layout.CANCEL_ORDER || kind == layout.CANCEL_PERP_ORDER) return nameAt + 1;
  const keyAt = readAmounts(nameAt + 1, to);
  const end = keyAt == 0 ? 0 : readKey(keyAt, uid, to);
  if (end == 0 || kind == layout.AMEND_PERP_ORDER) return end;
  // No terms.
  return load<u8>(end) == 0 ? end + 1 : 0;
}

/** Price and quantity. */
function readAmounts(at: i32, to: i32): i32 {
  const priceBytes = load<u64>(at + 1);
  const tagAt = at + 1 + lengthOf(priceBytes);
  const quantityBytes = load<u64>(tagAt + 1);
  const price = valueOf(priceBytes);
  const quantity = valueOf(quantityBytes);
  if ((load<u8>(at) | load<u8>(tagAt)) != 0 || price > MAX_UNITS || quantity > MAX_UNITS) return 0;
  store<f64>(to + layout.GROUP_PRICE, price);
  store<f64>(to + layout.GROUP_QUANTITY, quantity);
  return tagAt + 1 + lengthOf(quantityBytes);
}

/** The market whose name, behind its length, begins there; 0 of one that none has. */
function marketAt(at: i32): i32 {
  const length = load<u8>(at) as i32;
  if (lastMarket != 0 && isNamed(lastMarket, at + 1, length)) return lastMarket;
  if (length == 0 || length > layout.SYMBOL_BYTES) return 0;
  const market = marketNamed(at + 1, length, state(layout.SYMBOLS_AT));
  if (market != 0) lastMarket = market;
  return market;
}

/** The same of a contract. */
function contractAt(at: i32): i32 {
  const length = load<u8>(at) as i32;
  if (lastContract != 0 && isNamed(lastContract, at + 1, length)) return lastContract;
  if (length == 0 || length > layout.SYMBOL_BYTES) return 0;
  const contract = marketNamed(at + 1, length, state(layout.CONTRACT_SYMBOLS_AT));
  if (contract != 0) lastContract = contract;
  return contract;
}

/** How many of these bytes the number takes that begins with them. */
export function lengthOf(bytes: u64): i32 {
  return ((ctz(~bytes & HIGH_BITS) as i32) + 1) >> 3;
}

/** The number that begins with these bytes: a whole number from 0, seven bits a byte, lowest first. */
export function valueOf(bytes: u64): f64 {
  const ends = ~bytes & HIGH_BITS;
  // The bits of its last byte and of those before it, then pairs, fours and eights of them moved together.
  let bits = bytes & (ends ^ (ends - 1)) & ~HIGH_BITS;
  bits = (bits & 0x007f007f007f007f) | ((bits & 0x7f007f007f007f00) >> 1);
  bits = (bits & 0x00003fff00003fff) | ((bits & 0x3fff00003fff0000) >> 2);
  bits = (bits & 0x000000000fffffff) | ((bits & 0x0fffffff00000000) >> 4);
  return ends == 0 ? Infinity : (bits as i64 as f64);
}
