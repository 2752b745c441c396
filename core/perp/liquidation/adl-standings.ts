/**
 * How near a position stands to being deleveraged, without ranking everybody for each look (trading B14, decision 075). In its pauses
 * the exchange scores some positions at a time, at the marks with which the pass over all of them began; when the pass is
 * through, its ranking is what lights are read from. A position is itself judged as it is now, at those marks. Derived state for display
 * only, in doubles: whom deleveraging closes is ranked exactly, at that moment.
 */
import { PRICE_ONE } from '../../fixed.ts';
import type { MarginAccount, OpenPosition } from '../account/accounts.ts';
import type { MarginAccounts } from '../account/margin-accounts.ts';
import type { Risk } from '../account/risk.ts';
import type { Contract } from '../contract/contract.ts';
import { AdlRanking, type Standing } from './adl-ranking.ts';

/** Up to this many holders are ranked anew whenever somebody looks; contracts with more have standings. */
export const RANKED_AT_ONCE = 128;

/** One pass over all accounts, at the marks with which it began. */
class Pass {
  readonly marks: readonly number[];
  /** Index of the account that comes next. */
  next = 0;
  private readonly rankings: AdlRanking[] = [];

  constructor(contracts: readonly Contract[]) {
    this.marks = contracts.map(({ mark }) => Number(mark));
  }

  ranking(contract: Contract, direction: 1n | -1n): AdlRanking {
    const at = 2 * contract.index + (direction === 1n ? 1 : 0);
    while (this.rankings.length <= at) this.rankings.push(new AdlRanking());
    return this.rankings[at];
  }

  /** A contract that is younger than the pass has its mark of now. */
  markOf({ index, mark }: Contract): number {
    const noted = this.marks[index] ?? 0;
    return noted === 0 ? Number(mark) : noted;
  }
}

export class AdlStandings {
  private readonly accounts: MarginAccounts;
  private readonly risk: Risk;
  private readonly contracts: readonly Contract[];
  private done: Pass | null = null;
  private running: Pass | null = null;

  constructor(parts: { accounts: MarginAccounts; risk: Risk; contracts: readonly Contract[] }) {
    this.accounts = parts.accounts;
    this.risk = parts.risk;
    this.contracts = parts.contracts;
  }

  /** Scores at most `positions` more. False when the pass is through, or no contract has enough holders to need one. */
  advance(positions: number): boolean {
    if (!this.contracts.some(({ holders }) => holders.size > RANKED_AT_ONCE)) return false;
    this.score(positions);
    return this.running !== null;
  }

  lights(account: MarginAccount, contract: Contract, position: OpenPosition): number {
    // Only the first look after a start waits for a whole pass.
    while (this.done === null) this.score(Infinity);
    const found = standingsOf(this.done, this.accounts, this.risk, account).find(({ of }) => of === position);
    return found === undefined ? 0 : this.done.ranking(contract, position.direction).lights(found.standing);
  }

  private score(positions: number): void {
    const pass = (this.running ??= new Pass(this.contracts));
    const { accounts } = this;
    for (let left = positions; left > 0 && pass.next < accounts.count; pass.next += 1) {
      const standings = standingsOf(pass, accounts, this.risk, accounts.look(pass.next));
      for (const { contract, of, standing } of standings) pass.ranking(contract, of.direction).add(standing);
      left -= Math.max(1, standings.length);
    }
    if (pass.next < accounts.count) return;
    this.done = pass;
    this.running = null;
  }
}

/** All positions of an account at the marks of the pass. */
function standingsOf(
  pass: Pass,
  accounts: MarginAccounts,
  risk: Risk,
  account: MarginAccount,
): { readonly contract: Contract; readonly of: OpenPosition; readonly standing: Standing }[] {
  const found: { contract: Contract; of: OpenPosition; notional: number }[] = [];
  let cross = 0;
  for (const holding of account.holdings.values()) {
    if (holding.isFlat) continue;
    const { contract } = holding;
    for (const of of holding.positions()) {
      const notional = (Number(of.quantity) * pass.markOf(contract)) / PRICE_ONE;
      if (!of.isolated) cross += notional;
      found.push({ contract, of, notional });
    }
  }
  const balance = cross === 0 ? 0 : Number(risk.balance({ account, isolated: null }));
  return found.map(({ contract, of, notional }) => {
    const margin = of.isolated ? Number(accounts.margin(account, contract, of)) : (balance * notional) / cross;
    const standing = {
      score: scoreOf(of, notional, margin),
      quantity: Number(of.quantity),
      positionId: of.positionId,
    };
    return { contract, of, standing };
  });
}

/** As `adlScore` (core/formulas/perp/adl.ts), in doubles and not in 10^-8. */
function scoreOf({ direction, cost }: OpenPosition, notional: number, margin: number): number {
  const gained = Number(direction) * (notional - Number(cost));
  const equity = Math.max(1, margin + gained);
  return gained > 0 ? (gained * notional) / (Number(cost) * equity) : (gained * equity) / (Number(cost) * notional);
}
