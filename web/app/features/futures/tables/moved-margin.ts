/** What moving margin into or out of an isolated position comes to (trading B16). Amounts are units of 10^-8. */
import { liquidationPrice, reachableLiquidation } from '@agio/core/formulas';
import { type NumberFault, numberFault } from '../../../../ui/typed-number.ts';
import type { Contract, Position } from '../../../api/calls/futures.ts';
import { isSet, SCALE, units } from '../../../terminal/ticket/typed-units.ts';
import { openPartOf, tiersOf, unitsOf } from '../margin.ts';

/** Why a typed amount cannot be moved; null if it can. */
export function amountProblem(amount: string, most: bigint): NumberFault | 'missing' | 'most' | null {
  const fault = numberFault(amount, SCALE);
  if (fault !== null) return fault;
  if (!isSet(amount)) return 'missing';
  return units(amount) > most ? 'most' : null;
}

/** Where the position is liquidated once the amount has been moved (trading B11); null: at no price. */
export function liquidationAfter(
  position: Position,
  contract: Contract,
  action: 'ADD' | 'REMOVE',
  amount: bigint,
): bigint | null {
  const balance = unitsOf(position.margin) + (action === 'ADD' ? amount : -amount);
  const alone = { balance, otherMaintenance: 0n, otherUnrealised: 0n, tiers: tiersOf(contract) };
  return reachableLiquidation(liquidationPrice({ ...openPartOf(position), ...alone }));
}
