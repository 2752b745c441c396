/** Every command that concerns the money of perpetuals. */
import fc from 'fast-check';
import { operatorCommand } from './random-operators.property.ts';
import { perpCommand } from './random-perps.property.ts';
import { rewardCommand } from './random-rewards.property.ts';

export const anyCommand = fc.oneof(
  { weight: 18, arbitrary: perpCommand },
  { weight: 7, arbitrary: rewardCommand },
  { weight: 2, arbitrary: operatorCommand },
);
