/** Auto-deleveraging: who is closed first when the insurance fund cannot cover (trading B14). */
import { floorDiv, ONE } from '../rounding.ts';

export interface AdlCandidate {
  readonly unrealised: bigint;
  readonly cost: bigint;
  readonly notional: bigint;
  /** Isolated: PM. Cross: the share of the balance by notional. */
  readonly margin: bigint;
  readonly quantity: bigint;
  /** Smaller = opened earlier. */
  readonly positionId: number;
}

/**
 * pct = uPnL/C, effLev = N/(PM + uPnL); score = pct*effLev when in profit, pct/effLev when not. 10^-8, rounded down.
 */
export function adlScore({ unrealised, cost, notional, margin }: AdlCandidate): bigint {
  // A cross scope whose other positions eat its share stands first of all: its leverage has no bound.
  const equity = margin + unrealised > 0n ? margin + unrealised : 1n;
  if (unrealised > 0n) return floorDiv(unrealised * notional * ONE, cost * equity);
  return floorDiv(unrealised * equity * ONE, cost * notional);
}

/** Highest score first; ties by larger quantity, then the older position. */
export function rankForAdl<Candidate extends AdlCandidate>(candidates: readonly Candidate[]): Candidate[] {
  return candidates
    .map((candidate) => ({ candidate, score: adlScore(candidate) }))
    .sort((a, b) => {
      if (a.score !== b.score) return a.score > b.score ? -1 : 1;
      if (a.candidate.quantity !== b.candidate.quantity) return a.candidate.quantity > b.candidate.quantity ? -1 : 1;
      return a.candidate.positionId - b.candidate.positionId;
    })
    .map(({ candidate }) => candidate);
}

/** The takeover inventory of one contract: how much the liquidation engine has taken over and not closed yet, and what all of it cost. */
export interface Inventory {
  readonly quantity: bigint;
  readonly cost: bigint;
}

/** What a part of the takeover inventory cost: rounded down, and the last part takes the rest, so that all parts sum to exactly the cost. */
export function valueAtCost(inventory: Inventory, quantity: bigint): bigint {
  return quantity === inventory.quantity ? inventory.cost : floorDiv(inventory.cost * quantity, inventory.quantity);
}

/** Lights 1 to 5 of a holder: quintile by cumulative quantity from the top of the ranking; 5 = among the first 20 %. */
export function adlLights(quantityBefore: bigint, total: bigint): number {
  return 5 - Number((quantityBefore * 5n) / total);
}
