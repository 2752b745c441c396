/**
 * The accounts of a snapshot. Most are plain: a FUTURES wallet with one-way positions under cross margin, in numbers that doubles hold exactly. Those become
 * records only, and objects once somebody asks for them (MarginAccounts.at): core/codec/margin-accounts.ts reads them in numbers.
 */
import type { MarginWallet } from '../protocol/perp-commands.ts';
import type { MarginMode, PositionMode } from '../protocol/words.ts';
import type { Contract } from './contract/contract.ts';
import type { MarkLines, PlainPosition } from './marks/mark-lines.ts';
import type { OpenPosition } from './account/accounts.ts';
import type { MarginAccounts } from './account/margin-accounts.ts';
import type { PlainHolding } from './account/plain-holding.ts';

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
  readonly contracts: readonly Contract[];
  readonly lines: MarkLines;
  /** The asset in which everything settles. */
  readonly settleAsset: number;
}

/**
 * Enters the next account, a FUTURES wallet of that uid in one-way mode, as a record only, with its lines; all that they depend on is there: balances, grants, marks and
 * tiers. The first `count` holdings are its own, each of another contract. Answers its index; null, and nothing has happened, where it has to be an object.
 */
export function restorePlain(
  parts: Parts,
  uid: number,
  holdings: readonly PlainHolding[],
  count: number,
): number | null {
  const { accounts, contracts, lines, settleAsset } = parts;
  const { users, records } = accounts;
  const user = users.indexOf(uid);
  if (user === 0 || accounts.futuresOf(user) >= 0 || !records.hasRoom(accounts.count, count)) return null;
  const row = accounts.walletRow(user, settleAsset);
  const positions: PlainPosition[] = [];
  for (let i = 0; i < count; i += 1) {
    const { contract, quantity, cost } = holdings[i];
    if (quantity !== 0) positions.push({ contract: contracts[contract], quantity, cost });
  }
  // Bonus would let marks move farther: without it the lines are too early at most.
  const reach = lines.plainReach(accounts.unitsIn(row), positions);
  if (reach === null) return null;
  const index = accounts.restore(user, row);
  for (let i = 0; i < count; i += 1) records.restore(index, holdings[i]);
  lines.makePlain(index, positions, reach);
  return index;
}

/** Enters the next account, of any kind, as an object, with its lines; what they depend on is there. Answers its index. */
export function restoreAccount({ accounts, lines }: Parts, of: RestoredAccount): number {
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
  return account.index;
}
