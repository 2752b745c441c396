/** The house's own accounts: capital that comes in, pools that it fills (trading C1, C2). */
import { isCount } from '../spot/checks.ts';
import { AVAILABLE, HOUSE, type Ledger } from '../ledger/ledger.ts';
import type { RejectCode } from '../rejects.ts';
import type { HouseCommand, Pool } from './commands.ts';

/** The owner's capital; may not go below zero. */
const CAPITAL = 'HOUSE';
const POOLS: readonly Pool[] = ['INSURANCE', 'BONUS_POOL', 'PRIZE_POOL', 'EARN_POOL', 'DUAL_POOL'];

export interface HouseParts {
  readonly ledger: Ledger;
  /** The asset's index, or undefined. */
  assetIndex(asset: string): number | undefined;
}

export class House {
  private readonly parts: HouseParts;

  constructor(parts: HouseParts) {
    this.parts = parts;
  }

  execute(command: HouseCommand): RejectCode | number {
    const asset = this.parts.assetIndex(command.asset);
    if (asset === undefined) return 'UNKNOWN_ASSET';
    const { ledger } = this.parts;
    const capital = ledger.account(HOUSE, CAPITAL, asset);
    switch (command.kind) {
      case 'ContributeCapital':
        return this.move(ledger.externalRow(asset), capital, command.amount, true);
      case 'FundPool':
        if (!POOLS.includes(command.pool)) return 'BAD_FIELDS';
        return this.move(capital, ledger.account(HOUSE, command.pool, asset), command.amount, false);
      default:
        return assertNever(command);
    }
  }

  /** Neither side may end below zero but the outside world. */
  private move(from: number, to: number, amount: number, fromOutside: boolean): RejectCode | number {
    if (!Number.isSafeInteger(amount) || !isCount(Math.abs(amount)) || amount === 0) return 'BAD_FIELDS';
    const { ledger } = this.parts;
    const [giver, units] = amount > 0 ? [from, BigInt(amount)] : [to, BigInt(-amount)];
    const isOutside = giver === from && fromOutside;
    if (!isOutside && ledger.balance(giver, AVAILABLE) < units) return 'INSUFFICIENT_BALANCE';
    ledger.post([
      { row: from, bucket: AVAILABLE, amount: -BigInt(amount) },
      { row: to, bucket: AVAILABLE, amount: BigInt(amount) },
    ]);
    return 0;
  }
}

function assertNever(value: never): never {
  throw new Error(`there is no case for ${JSON.stringify(value)}`);
}
