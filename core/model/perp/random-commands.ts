/** Random commands of all kinds that concern perpetuals. */
import fc from 'fast-check';
import { operatorCommand } from './random-operators.ts';
import { perpCommand } from './random-perps.ts';
import { rewardCommand } from './random-rewards.ts';

export const anyCommand = fc.oneof(
  { weight: 18, arbitrary: perpCommand },
  { weight: 7, arbitrary: rewardCommand },
  { weight: 2, arbitrary: operatorCommand },
);
