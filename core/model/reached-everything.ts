/**
 * What the random commands of all products have to reach over CI's runs. What is too rare here for that, the spot markets' and
 * the house's own random tests demand.
 */
import { EXPECTED_OF_MODEL } from './perp/reached-perps.ts';
import { RECEIPTS_EXPECTED } from './receipts.ts';
import { SPOT_EXPECTED } from './spot/reach.ts';

const RARE = [
  'LIMIT_REACHED',
  'NONE',
  'TOO_MANY_AMENDS',
  'order CANCELED AMENDED_AWAY',
  'CreateAsset ok',
  'a fired order that fails a check',
  'a misfit by MAX_AMOUNT',
  'a misfit by MIN_AMOUNT',
  'a misfit by QUANTITY_RANGE',
  'a misfit that ended',
  'a pair cut by self-trade prevention',
  'a trade at trial rates',
  'market DELISTED',
  'market MAINTENANCE',
  'market POST_ONLY',
];
const HOUSE = [
  'PayRebate ok',
  'SetPoolFloor ok',
  'RequestWithdrawal ok',

  'OpenP2pAd ok',
  'OpenP2pOrder ok',
  'SubscribeEarn ok',
  'PayEarnInterest ok',
  'SubscribeDual ok',
  'GrantFeeVoucher ok',
  'PayPrize ok',
];
const LIQUIDATIONS = ['Liquidated CLOSED ISOLATED', 'Liquidated STARTED CROSS', 'Liquidated TAKEN_OVER CROSS'];
/** Types of a statement's entries (trading C2); what a voucher's position wins is rare, and has tests of its own. */
const ENTRIES = [
  'TRANSFER',
  'REALISED',
  'FEE',
  'LIQUIDATION_FEE',
  'FUNDING',
  'FEE_VOUCHER',
  'BONUS',
  'COVER',
  'PRIZE',
  'PRIZE_CLAW_BACK',
  'CORRECTION',
  'PROFIT_SHARE',
].map((type) => `entry ${type}`);

export const PERPS_EXPECTED: readonly string[] = [
  ...EXPECTED_OF_MODEL,
  ...LIQUIDATIONS,
  ...ENTRIES,
  ...RECEIPTS_EXPECTED,
];
export const OTHERS_EXPECTED: readonly string[] = [...SPOT_EXPECTED, ...HOUSE].filter(
  (name) => !RARE.includes(name) && !name.startsWith('fired '),
);
