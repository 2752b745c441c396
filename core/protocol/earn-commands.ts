/** Withdrawals, P2P, earn and dual investment (trading C2, C6). */
import type { Keyed } from './words.ts';
import type { Amount } from '../fixed.ts';

export type EarnCommand =
  /** SPOT → WITHDRAW: amount and fee. */
  | ({
      readonly kind: 'RequestWithdrawal';
      readonly withdrawalId: number;
      readonly uid: number;
      readonly asset: string;
      readonly amount: Amount;
      readonly fee: Amount;
    } & Keyed)
  /** It has left: amount and the network's cost, which the house bears, to EXTERNAL. */
  | ({ readonly kind: 'SendWithdrawal'; readonly withdrawalId: number; readonly networkCost: Amount } & Keyed)
  | ({ readonly kind: 'RefundWithdrawal'; readonly withdrawalId: number } & Keyed)
  /** Only SELL ads hold anything. */
  | ({
      readonly kind: 'OpenP2pAd';
      readonly adId: number;
      readonly uid: number;
      readonly asset: string;
      readonly amount: Amount;
    } & Keyed)
  /** Sets what the ad holds. */
  | ({ readonly kind: 'ChangeP2pAd'; readonly adId: number; readonly amount: Amount } & Keyed)
  /** Answers what went back. */
  | ({ readonly kind: 'CloseP2pAd'; readonly adId: number } & Keyed)
  | ({
      readonly kind: 'OpenP2pOrder';
      readonly orderId: number;
      /** The SELL ad that holds the coin; 0: the seller's SPOT does. */
      readonly adId: number;
      readonly sellerUid: number;
      readonly buyerUid: number;
      readonly asset: string;
      readonly amount: Amount;
      /** The fee that the buyer pays out of the amount on release. */
      readonly fee: Amount;
    } & Keyed)
  | ({ readonly kind: 'ReleaseP2pOrder'; readonly orderId: number } & Keyed)
  | ({ readonly kind: 'RefundP2pOrder'; readonly orderId: number } & Keyed)
  | ({ readonly kind: 'SubscribeEarn'; readonly subscriptionId: number } & EarnMove)
  | ({ readonly kind: 'RedeemEarn'; readonly redemptionId: number } & EarnMove)
  /** EARN_POOL → SPOT, or EARN where interest stays. */
  | ({ readonly kind: 'PayEarnInterest'; readonly payoutId: number; readonly compound: boolean } & EarnMove)
  | ({ readonly kind: 'SubscribeDual'; readonly dualId: number } & EarnMove)
  | ({
      readonly kind: 'SettleDual';
      readonly dualId: number;
      readonly exercised: boolean;
      /** The asset paid out: the other one when exercised, else the invested one. */
      readonly asset: string;
      /** The whole result when exercised, else the interest alone. */
      readonly payout: Amount;
    } & Keyed);

interface EarnMove extends Keyed {
  readonly uid: number;
  readonly asset: string;
  readonly amount: Amount;
}
