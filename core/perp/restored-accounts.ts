/**
 * The accounts of a snapshot. Most are plain: a FUTURES wallet with one-way positions under cross margin, in numbers that doubles hold exactly. Those become
 * records only, and objects once somebody asks for them (MarginAccounts.at): what was read of them is garbage at once.
 */
import type { MarginWallet } from '../protocol/perp-commands.ts';
import type { MarginMode, PositionMode } from '../protocol/words.ts';
import { MAX_UNITS } from '../fixed.ts';
import type { Contract } from './contract/contract.ts';
import type { MarkLines, PlainPosition } from './marks/mark-lines.ts';
import type { MarginAccount, OpenPosition } from './account/accounts.ts';
import type { MarginAccounts } from './account/margin-accounts.ts';
import type { PlainHolding } from './account/margin-records.ts';

/** As a snapshot has it. */
export interface RestoredHolding {
  readonly contract: Contract;
  readonly marginMode: MarginMode;
  readonly longLeverage: number;
  readonly shortLeverage: number;
  /** At most one for each side. */
  readonly positions: readonly OpenPosition[];
}
export interface RestoredAccount {
  readonly uid: number;
  readonly wallet: MarginWallet;
  readonly mode: PositionMode;
  readonly closeOnly: boolean;
  readonly voucherFace: bigint;
  readonly holdings: readonly RestoredHolding[];
}

interface Parts {
  readonly accounts: MarginAccounts;
  readonly lines: MarkLines;
  /** The asset in which everything settles. */
  readonly settleAsset: number;
}

/** Enters the next one, with its lines; all that they depend on is there: balances, accounts with a name, grants, marks and tiers. Answers its index. */
export function restoreAccount(parts: Parts, account: RestoredAccount): number {
  return asRecord(parts, account) ?? asObject(parts, account).index;
}

/** Null, and nothing has happened, where it has to be an object. */
function asRecord({ accounts, lines, settleAsset }: Parts, account: RestoredAccount): number | null {
  const { users, records } = accounts;
  const user = users.indexOf(account.uid);
  if (!isPlain(account) || user === 0 || accounts.futuresOf(user) >= 0) return null;
  const holdings = account.holdings.map(plainHolding);
  if (!records.hasRoom(accounts.count, holdings.length) || !holdings.every(isExact)) return null;
  const positions: PlainPosition[] = [];
  account.holdings.forEach(({ contract }, place) => {
    const { quantity, cost } = holdings[place];
    if (quantity !== 0) positions.push({ contract, quantity, cost });
  });
  // Bonus would let marks move farther: without it the lines are too early at most.
  const reach = lines.plainReach(accounts.walletUnitsOf(user, settleAsset), positions);
  if (reach === null) return null;
  const index = accounts.restore(user, settleAsset);
  for (const holding of holdings) records.restore(index, holding);
  lines.makePlain(index, positions, reach);
  return index;
}

function isPlain({ wallet, mode, closeOnly, voucherFace, holdings }: RestoredAccount): boolean {
  if (wallet !== 'FUTURES' || mode !== 'ONE_WAY' || closeOnly || voucherFace !== 0n) return false;
  return holdings.every(
    ({ contract, marginMode, positions }, place) =>
      marginMode === 'CROSS' &&
      positions.length <= 1 &&
      positions.every(isPlainPosition) &&
      holdings.findIndex((other) => other.contract === contract) === place,
  );
}

function isPlainPosition({ positionSide, isolated, autoAdd, bonusParts, quantity }: OpenPosition): boolean {
  return positionSide === 'BOTH' && !isolated && !autoAdd && bonusParts.size === 0 && quantity > 0n;
}

function plainHolding({ contract, longLeverage, shortLeverage, positions }: RestoredHolding): PlainHolding {
  const position = positions[0];
  const of = (units: bigint | undefined): number => Number(units ?? 0n);
  return {
    contract: contract.index,
    longLeverage,
    shortLeverage,
    quantity: of(position?.quantity) * (position?.direction === -1n ? -1 : 1),
    cost: of(position?.cost),
    positionId: position?.positionId ?? 0,
    openedAtMs: position?.openedAtMs ?? 0,
    realised: of(position?.realised),
    fees: of(position?.fees),
    funding: of(position?.funding),
  };
}

function isExact({ quantity, cost, realised, fees, funding }: PlainHolding): boolean {
  return [quantity, cost, realised, fees, funding].every((units) => Math.abs(units) <= MAX_UNITS) && cost >= 0;
}

function asObject({ accounts, lines }: Parts, of: RestoredAccount): MarginAccount {
  const account = accounts.ensure(of.uid, of.wallet);
  account.mode = of.mode;
  account.closeOnly = of.closeOnly;
  account.voucherFace = of.voucherFace;
  for (const { contract, marginMode, longLeverage, shortLeverage, positions } of of.holdings) {
    const holding = account.holding(contract);
    holding.marginMode = marginMode;
    holding.longLeverage = longLeverage;
    holding.shortLeverage = shortLeverage;
    for (const position of positions) holding.setPosition(position.positionSide, position);
  }
  lines.make(account);
  return account;
}
