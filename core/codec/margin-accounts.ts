/** Margin accounts of a snapshot, with what they hold. Most are plain and become records only (core/perp/restored-accounts.ts); those are read in numbers, without an object for each. */
import type { Holding, MarginAccount, OpenPosition } from '../perp/account/accounts.ts';
import { LazyMap } from '../perp/account/lazy-map.ts';
import { PlainHolding } from '../perp/account/plain-holding.ts';
import type { Perps } from '../perp/perps.ts';
import { restoreAccount, restorePlain, type RestoredHolding } from '../perp/restored-accounts.ts';
import { MARGIN_MODES, POSITION_MODES, POSITION_SIDES } from '../protocol/words.ts';
import { type ByteReader, type ByteWriter, FormatError } from './bytes.ts';
import type { Field } from './field.ts';
import { BIG, COUNT, each, FLAG, list, record, wordIndex } from './fields.ts';

/** The uid, an empty name of the wallet, two bytes for how it trades, an amount of one digit, the number of holdings. */
export const LEAST_ACCOUNT_BYTES = 7;

const ACCOUNT_STATE = record<Pick<MarginAccount, 'mode' | 'closeOnly' | 'voucherFace'>>({
  mode: wordIndex(POSITION_MODES),
  closeOnly: FLAG,
  voucherFace: BIG,
});

/** The place of each account among the holders of a contract, from 1 on: it decides who is served first. */
type Places = ReadonlyMap<number, number>;

export function placesOf(holders: Iterable<number>): Places {
  const places = new Map<number, number>();
  for (const account of holders) places.set(account, places.size + 1);
  return places;
}

export function writeAccount(w: ByteWriter, account: MarginAccount, places: readonly Places[]): void {
  w.count(account.user.uid);
  w.text(account.wallet);
  ACCOUNT_STATE.write(w, account);
  w.count(account.holdings.size);
  for (const holding of account.holdings.values())
    writeHolding(w, holding, places[holding.contract.index].get(account.index) ?? 0);
}

/** Which accounts hold positions, in which contracts (by index), and their places there, side by side. */
export interface Holders {
  readonly accounts: number[];
  readonly contracts: number[];
  readonly places: number[];
}

/** Notes its places among `holders`. */
export function readAccount(r: ByteReader, perps: Perps, holders: Holders): void {
  const begin = r.offset;
  if (readPlain(r, perps, holders)) return;
  r.offset = begin;
  const [uid, wallet] = [r.count(), r.text()];
  const state = ACCOUNT_STATE.read(r);
  const holdings: RestoredHolding[] = [];
  const places: number[] = [];
  for (let left = r.count(); left > 0; left -= 1) holdings.push(readHolding(r, perps, places));
  const account = restoreAccount(perps, { uid, wallet, ...state, holdings });
  places.forEach((place, i) => note(holders, account, holdings[i].contract.index, place));
}

function note(holders: Holders, account: number, contract: number, place: number): void {
  if (place === 0) return;
  holders.accounts.push(account);
  holders.contracts.push(contract);
  holders.places.push(place);
}

const ONE_WAY = POSITION_MODES.indexOf('ONE_WAY');
const CROSS = MARGIN_MODES.indexOf('CROSS');
const BOTH = POSITION_SIDES.indexOf('BOTH');

/** Of the account that is read: its holdings, and its place among the holders of each contract. The same objects again and again: what is made anew for each account is garbage. */
const plain: { readonly holdings: PlainHolding[]; readonly places: number[] } = { holdings: [], places: [] };

/** False, and nothing has happened, where the account has to be an object. */
function readPlain(r: ByteReader, perps: Perps, holders: Holders): boolean {
  const uid = r.count();
  if (r.text() !== 'FUTURES' || r.count() !== ONE_WAY || r.count() !== 0 || r.smallBig() !== 0) return false;
  const { holdings, places } = plain;
  const count = r.count();
  for (let i = 0; i < count; i += 1) {
    if (i === holdings.length) holdings.push(new PlainHolding());
    const holding = holdings[i];
    holding.contract = r.count();
    if (holding.contract >= perps.contracts.length || r.count() !== CROSS) return false;
    for (let before = 0; before < i; before += 1) if (holdings[before].contract === holding.contract) return false;
    holding.longLeverage = r.count();
    holding.shortLeverage = r.count();
    places[i] = r.count();
    if (!readPlainPosition(r, holding)) return false;
  }
  const account = restorePlain(perps, uid, holdings, count);
  if (account === null) return false;
  for (let i = 0; i < count; i += 1) note(holders, account, holdings[i].contract, places[i]);
  return true;
}

/** The position of a holding, if it has one; false where there are more, and where it is none under cross margin in one-way mode, or one of its amounts has more than thirteen digits and sign (ByteReader.smallSigned). */
function readPlainPosition(r: ByteReader, holding: PlainHolding): boolean {
  const positions = r.count();
  if (positions > 1) return false;
  if (positions === 0) {
    holding.setPosition(0, 0, 0, 0);
    holding.setMoney(0, 0, 0);
    return true;
  }
  const positionId = r.count();
  if (r.count() !== BOTH) return false;
  const direction = r.count();
  // Neither under isolated margin, nor with margin added by itself.
  if (direction > 1 || r.count() !== 0 || r.count() !== 0) return false;
  const openedAtMs = r.count();
  const size = r.smallBig();
  const cost = r.smallBig();
  if (size === null || size === 0 || cost === null) return false;
  holding.setPosition(direction === 1 ? size : -size, cost, positionId, openedAtMs);
  const realised = r.smallSigned();
  const fees = r.smallSigned();
  const funding = r.smallSigned();
  holding.setMoney(realised, fees, funding);
  // No bonus in it.
  return Number.isFinite(realised + fees + funding) && r.count() === 0;
}

const PREFERENCES = record<Pick<Holding, 'marginMode' | 'longLeverage' | 'shortLeverage'>>({
  marginMode: wordIndex(MARGIN_MODES),
  longLeverage: COUNT,
  shortLeverage: COUNT,
});

/** Which way a position stands, in one byte. */
const DIRECTION: Field<1n | -1n> = wordIndex([-1n, 1n]);
/** In the order in which they were lent: they are given back, and told, in it. */
const BONUS_PARTS: Field<LazyMap<number, bigint>> = {
  write(w, parts) {
    w.count(parts.size);
    for (const [grantId, amount] of parts) {
      w.count(grantId);
      w.big(amount);
    }
  },
  read(r) {
    const bonusParts = new LazyMap<number, bigint>();
    for (let left = r.count(); left > 0; left -= 1) bonusParts.set(r.count(), r.big());
    return bonusParts;
  },
};
const POSITIONS = list(
  record<OpenPosition>({
    positionId: COUNT,
    positionSide: wordIndex(POSITION_SIDES),
    direction: DIRECTION,
    isolated: FLAG,
    autoAdd: FLAG,
    openedAtMs: COUNT,
    ...each(['quantity', 'cost', 'realised', 'fees', 'funding'], BIG),
    bonusParts: BONUS_PARTS,
  }),
);

function writeHolding(w: ByteWriter, holding: Holding, place: number): void {
  const { contract } = holding;
  w.count(contract.index);
  PREFERENCES.write(w, holding);
  w.count(holding.isFlat ? 0 : place);
  POSITIONS.write(w, holding.positions());
}

/** A holding; its account's place among the holders of the contract, 0 for none, is added to `places`. */
function readHolding(r: ByteReader, perps: Perps, places: number[]): RestoredHolding {
  const contract = perps.contracts[r.count()];
  if (contract === undefined) throw new FormatError('a holding names no contract');
  const preferences = PREFERENCES.read(r);
  places.push(r.count());
  return { contract, ...preferences, positions: POSITIONS.read(r) };
}
