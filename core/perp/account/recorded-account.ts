/** An account that is a record only (MarginAccounts.at), as objects to read from. */
import { HOLDING_CONTRACT, LONG_LEVERAGE, SHORT_LEVERAGE } from '../../kernel/perp-layout.ts';
import type { User } from '../../users/user.ts';
import { Holding, type Kept, MarginAccount } from './accounts.ts';
import { readPosition } from './open-position.ts';

/** Its settings and positions, without its orders; a copy, so that nothing of it may be changed. */
export function copyOfRecord({ records, contracts }: Kept, index: number, user: User): MarginAccount {
  const copy = new MarginAccount(index, user, 'FUTURES');
  for (const number of records.newerOf(index)) {
    const holding = new Holding(copy, contracts[records.int(number, HOLDING_CONTRACT)], new Set());
    holding.longLeverage = records.num(number, LONG_LEVERAGE);
    holding.shortLeverage = records.num(number, SHORT_LEVERAGE);
    holding.both = readPosition(records, number);
    if (holding.both !== null) holding.both.funding = BigInt(records.fundingOf(number));
    copy.holdings.set(holding.contract.index, holding);
  }
  return copy;
}
