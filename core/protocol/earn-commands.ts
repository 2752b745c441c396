/** Withdrawals, P2P, earn and dual investment (trading C2, C6). */
import type { Keyed } from './words.ts';
import type { Amount } from '../fixed.ts';

export type EarnCommand =
  /** Reserves amount and fee of a withdrawal: SPOT → WITHDRAW. */
  | ({
      readonly kind: 'RequestWithdrawal';
      readonly withdrawalId: number;
      readonly uid: number;
      readonly asset: string;
      readonly amount: Amount;
      readonly fee: Amount;
    } & Keyed)
  /** The withdrawal was sent: the amount goes to EXTERNAL, and so does the network's cost, which the house pays. */
  | ({ readonly kind: 'SendWithdrawal'; readonly withdrawalId: number; readonly networkCost: Amount } & Keyed)
  | ({ readonly kind: 'RefundWithdrawal'; readonly withdrawalId: number } & Keyed)
  /** Opens a P2P ad; only SELL ads hold coins. */
  | ({
      readonly kind: 'OpenP2pAd';
      readonly adId: number;
      readonly uid: number;
      readonly asset: string;
      readonly amount: Amount;
    } & Keyed)
  /** Sets the amount that the ad holds. */
  | ({ readonly kind: 'ChangeP2pAd'; readonly adId: number; readonly amount: Amount } & Keyed)
  /** Closes the ad; answers the amount that went back. */
  | ({ readonly kind: 'CloseP2pAd'; readonly adId: number } & Keyed)
  | ({
      readonly kind: 'OpenP2pOrder';
      readonly orderId: number;
      /** The SELL ad that holds the coin; 0: it comes from the seller's SPOT wallet. */
      readonly adId: number;
      readonly sellerUid: number;
      readonly buyerUid: number;
      readonly asset: string;
      readonly amount: Amount;
      /** Fee that is taken from the buyer's amount on release. */
      readonly fee: Amount;
    } & Keyed)
  | ({ readonly kind: 'ReleaseP2pOrder'; readonly orderId: number } & Keyed)
  | ({ readonly kind: 'RefundP2pOrder'; readonly orderId: number } & Keyed)
  | ({ readonly kind: 'SubscribeEarn'; readonly subscriptionId: number } & EarnMove)
  | ({ readonly kind: 'RedeemEarn'; readonly redemptionId: number } & EarnMove)
  /** Pays interest from EARN_POOL to SPOT, or to EARN if it is compounded. */
  | ({ readonly kind: 'PayEarnInterest'; readonly payoutId: number; readonly compound: boolean } & EarnMove)
  | ({ readonly kind: 'SubscribeDual'; readonly dualId: number } & EarnMove)
  | ({
      readonly kind: 'SettleDual';
      readonly dualId: number;
      readonly exercised: boolean;
      /** The asset that is paid out: the other one if exercised, else the invested one. */
      readonly asset: string;
      /** The whole result if exercised, else only the interest. */
      readonly payout: Amount;
    } & Keyed);

interface EarnMove extends Keyed {
  readonly uid: number;
  readonly asset: string;
  readonly amount: Amount;
}
