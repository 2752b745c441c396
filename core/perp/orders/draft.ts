/**
 * A trial of fills: judged and paid as in a match, but on copies of accounts and ledger. Orders in the pool and the book are the real
 * ones; the caller restores them afterwards.
 */
import { LazyMap } from '../account/lazy-map.ts';
import { safeOrNaN } from '../../fixed.ts';
import type { DraftLedger } from '../../ledger/draft-ledger.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Users } from '../../users/users.ts';
import { Holding, MarginAccount } from '../account/accounts.ts';
import { MarginAccounts } from '../account/margin-accounts.ts';
import type { Contract } from '../contract/contract.ts';
import { FillChecks } from './fill-checks.ts';
import { PerpMoney } from '../account/money.ts';
import type { PerpParts } from '../account/parts.ts';
import { PerpReport } from '../account/report.ts';
import { Risk } from '../account/risk.ts';
import { FillSettler } from '../account/settle-fills.ts';
import type { PerpSink } from '../account/sink.ts';

/** Fills in a draft tell no events. */
const SILENT: PerpSink = {
  countUnheard: () => true,
  perp: () => {},
  perpOrderChanged: () => {},
  perpDepthChanged: () => {},
  balancesChanged: () => {},
  beginFunding: () => {},
  tellFundingRows: () => {},
  endFunding: () => {},
};

export interface FillDraft {
  readonly accounts: MarginAccounts;
  readonly judge: FillChecks;
  readonly settler: FillSettler;
}

/** A draft of fills in one contract over the real accounts and the ledger, which stay as they are. `ledger`: one without postings. */
export function draftOf(parts: PerpParts, ledger: DraftLedger, contract: Contract): FillDraft {
  const { orders, settle, contracts, users } = parts;
  const accounts = new DraftAccounts(parts.accounts, contract, users, ledger);
  const bonus = parts.bonus.draft(ledger);
  // Orders by the rule alone: a trial changes them in the pool behind the sums that are kept of them.
  const risk = new Risk({ orders, accounts, bonus, settle }, false, true);
  const money = new PerpMoney({ ledger, accounts, bonus, settle });
  const report = new PerpReport(SILENT, { accounts, ledger, contracts, risk });
  const settler = new DraftSettler({ ...parts, ledger, accounts, bonus, risk, report }, money);
  return { accounts, judge: new FillChecks({ orders, accounts, risk }), settler };
}

/** The contract is the real one: neither its open interest nor its holders change with a draft. */
class DraftSettler extends FillSettler {
  protected override countOpen(): void {}
  protected override noteHolder(): void {}
}

/** Accounts are copied when they are first named, and of them the holding in the contract. */
class DraftAccounts extends MarginAccounts {
  private readonly base: MarginAccounts;
  private readonly contract: Contract;
  private readonly draft: Ledger;
  private readonly copies = new Map<number, MarginAccount>();

  constructor(base: MarginAccounts, contract: Contract, users: Users, ledger: Ledger) {
    super(users, ledger, base.kept);
    this.base = base;
    this.contract = contract;
    this.draft = ledger;
  }

  override at(index: number): MarginAccount {
    const known = this.copies.get(index);
    if (known !== undefined) return known;
    const copy = copyOf(this.base.at(index), this.contract);
    this.copies.set(index, copy);
    return copy;
  }

  override balance(account: MarginAccount, asset: number): bigint {
    const { row, bucket } = this.main(account, asset);
    return this.draft.balance(row, bucket);
  }

  override walletUnits(account: MarginAccount, asset: number): number {
    return safeOrNaN(Number(this.balance(account, asset)));
  }

  /** A wallet that was never funded has no row in the ledger yet: its row is opened in the draft only. */
  override main(account: MarginAccount, asset: number): { readonly row: number; readonly bucket: number } {
    const hasRow = account.wallet !== 'FUTURES' || this.draft.walletRow(account.user.index, asset) !== 0;
    if (hasRow) return super.main(account, asset);
    return { row: this.draft.account(account.user.index, account.wallet, asset), bucket: 0 };
  }
}

function copyOf(account: MarginAccount, contract: Contract): MarginAccount {
  const copy = new MarginAccount(account.index, account.user, account.wallet);
  copy.mode = account.mode;
  copy.closeOnly = account.closeOnly;
  copy.voucherFace = account.voucherFace;
  for (const [index, holding] of account.holdings)
    copy.holdings.set(index, index === contract.index ? copyOfHolding(copy, holding, contract) : holding);
  return copy;
}

function copyOfHolding(account: MarginAccount, holding: Holding, contract: Contract): Holding {
  const copy = new Holding(account, contract, new Set(holding.orders));
  copy.marginMode = holding.marginMode;
  copy.longLeverage = holding.longLeverage;
  copy.shortLeverage = holding.shortLeverage;
  for (const order of holding.reduceOnlyOrders ?? []) copy.addReduceOnly(order);
  for (const position of holding.positions())
    copy.setPosition(position.positionSide, { ...position, bonusParts: new LazyMap(position.bonusParts) });
  return copy;
}
