/** The naive model: liquidation prices and deleveraging lights, which are only shown (trading B11, B14). */
import { floor, type ModelAccount, type ModelPosition, most, ONE, sumOf } from './naive-accounts.ts';
import { NaiveShares } from './naive-shares.ts';

interface Tier {
  readonly from: bigint;
  /** The largest notional of a tier; null for the last one, which has no end. */
  readonly to: bigint | null;
  readonly rate: bigint;
  readonly cum: bigint;
}

export abstract class NaivePrices extends NaiveShares {
  private tiersOf(symbol: string): Tier[] {
    const { tiers } = this.contract(symbol).p;
    return tiers.map(({ cap }, at) => {
      const { rate, cum } = this.tier(symbol, BigInt(cap));
      return {
        from: at === 0 ? 0n : BigInt(tiers[at - 1]!.cap),
        to: at === tiers.length - 1 ? null : BigInt(cap),
        rate,
        cum,
      };
    });
  }

  /**
   * The price at which equity equals maintenance margin, if nothing else changes; 0 if there is none. Every tier of each side is
   * tried; a price counts only if each side then is in the tier that was assumed.
   */
  liquidationPrice(account: ModelAccount, position: ModelPosition): bigint {
    const scope = this.scopeOf(account, position);
    const parts = this.partsOf(scope);
    const moving = parts.filter(({ symbol }) => symbol === position.symbol);
    const others = parts.filter(({ symbol }) => symbol !== position.symbol);
    const still = others.reduce((sum, p) => sum + this.gain(p) - this.maintenance(p), 0n);
    const balance = scope.only === null ? account.own + this.bonus(account) : position.margin;
    const fixed = balance + still - sumOf(moving.map((p) => p.s * p.cost));
    const tiers = this.tiersOf(position.symbol);
    // The tier that is assumed for each side.
    const single = tiers.map((tier) => [tier]);
    const choices = moving.length === 1 ? single : tiers.flatMap((long) => tiers.map((short) => [long, short]));
    for (const choice of choices) {
      let top = (fixed + sumOf(choice.map(({ cum }) => cum))) * ONE * ONE;
      let bottom = sumOf(moving.map((p, at) => p.q * (choice[at]!.rate - p.s * ONE)));
      if (bottom < 0n) [top, bottom] = [-top, -bottom];
      if (bottom === 0n || top <= 0n) continue;
      // The notional at that price, over bottom × ONE, without rounding.
      const fits = moving.every(({ q }, at) => {
        const { from, to } = choice[at]!;
        const notional = q * top;
        return notional >= from * bottom * ONE && (to === null || notional <= to * bottom * ONE);
      });
      if (fits) return floor(top, bottom);
    }
    return 0n;
  }

  /** Lights of a position: five in the first fifth of the ranking (measured by quantity), one in the last. */
  lights(position: ModelPosition): bigint {
    const ranking = this.ranking(position.symbol, position.s);
    const at = ranking.findIndex((candidate) => candidate.position === position);
    const ahead = sumOf(ranking.slice(0, at).map((candidate) => candidate.position.q));
    const all = sumOf(ranking.map((candidate) => candidate.position.q));
    return 5n - (5n * ahead) / most(1n, all);
  }
}
