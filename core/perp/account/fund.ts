/** What the insurance fund holds after each event, for those who keep its history: all that moves it is told by some event. */
import type { CoreEvent } from '../../protocol/events.ts';
import { INSURANCE_ACCOUNT } from '../../protocol/words.ts';

/** `fund`: before the event, in units of `settle`, the asset in which the contracts settle. */
export function fundAfter(fund: bigint, event: CoreEvent, settle: string): bigint {
  switch (event.kind) {
    case 'InsuranceChanged':
      return event.fund;
    case 'Liquidated':
      return event.fundAfter;
    case 'Deleveraged':
      return event.fund;
    case 'FundingSettled':
      // Funding of the takeover inventory is in neither sum. Where it paid or got any, or the house paid, an InsuranceChanged follows.
      return fund + event.paid - event.received;
    case 'DebtCovered':
      return fund - event.fromFund;
    case 'Posted': {
      if (event.asset !== settle) return fund;
      const moved = event.entries.filter(({ uid, account }) => uid === 0 && account === INSURANCE_ACCOUNT);
      return moved.reduce((sum, { amount }) => sum + amount, fund);
    }
    default:
      return fund;
  }
}
