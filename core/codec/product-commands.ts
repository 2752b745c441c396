/** Commands to the house's accounts as bytes (see commands.ts). */
import type { ProductCommand, ProductCommandKind } from '../protocol/product-commands.ts';
import type { CorrectionEntry } from '../protocol/correction-commands.ts';
import {
  BONUS_MODES,
  type BonusMode,
  MARKET_KINDS,
  type MarketKind,
  type Pool,
  POOLS,
  USER_WALLETS,
  type UserWallet,
} from '../protocol/words.ts';
import type { Field } from './field.ts';
import { FLAG, list, NUMBER, record, type RecordField, TEXT, word } from './fields.ts';
import { KEY } from './idempotency.ts';

export const POOL: Field<Pool> = word(POOLS);
export const BONUS_MODE: Field<BonusMode> = word(BONUS_MODES);
const WALLET: Field<UserWallet> = word(USER_WALLETS);
export const PRODUCTS: Field<readonly MarketKind[]> = list(word(MARKET_KINDS));
export const TEXTS = list(TEXT);
const ENTRY: Field<CorrectionEntry> = record<CorrectionEntry>({ uid: NUMBER, account: TEXT, amount: NUMBER });

type Fields<K extends ProductCommandKind> = Omit<Extract<ProductCommand, { kind: K }>, 'kind'>;

const MOVE = { uid: NUMBER, asset: TEXT, amount: NUMBER };

/** Their places are their numbers in the journal: a new kind stands at the end. The key comes last. */
export const PRODUCT_LAYOUTS: { readonly [K in ProductCommandKind]: RecordField<Fields<K>> } = {
  ContributeCapital: record<Fields<'ContributeCapital'>>({ asset: TEXT, amount: NUMBER, idempotency: KEY }),
  FundPool: record<Fields<'FundPool'>>({ pool: POOL, asset: TEXT, amount: NUMBER, idempotency: KEY }),
  SetPoolFloor: record<Fields<'SetPoolFloor'>>({ pool: POOL, asset: TEXT, floor: NUMBER, idempotency: KEY }),
  PayRebate: record<Fields<'PayRebate'>>({ rebateId: NUMBER, ...MOVE, idempotency: KEY }),
  GrantFeeVoucher: record<Fields<'GrantFeeVoucher'>>({
    voucherId: NUMBER,
    uid: NUMBER,
    coin: TEXT,
    amount: NUMBER,
    ratio: NUMBER,
    maxPerUse: NUMBER,
    products: PRODUCTS,
    symbols: TEXTS,
    expiresAtMs: NUMBER,
    idempotency: KEY,
  }),
  CancelFeeVoucher: record<Fields<'CancelFeeVoucher'>>({ voucherId: NUMBER, idempotency: KEY }),
  AttachCover: record<Fields<'AttachCover'>>({ coverId: NUMBER, ...MOVE, idempotency: KEY }),
  PayCover: record<Fields<'PayCover'>>({ coverId: NUMBER, amount: NUMBER, idempotency: KEY }),
  EndCover: record<Fields<'EndCover'>>({ coverId: NUMBER, idempotency: KEY }),
  PayPrize: record<Fields<'PayPrize'>>({ prizeId: NUMBER, wallet: WALLET, ...MOVE, idempotency: KEY }),
  ClawBackPrize: record<Fields<'ClawBackPrize'>>({ prizeId: NUMBER, wallet: WALLET, ...MOVE, idempotency: KEY }),
  GrantBonus: record<Fields<'GrantBonus'>>({
    grantId: NUMBER,
    ...MOVE,
    mode: BONUS_MODE,
    ratio: NUMBER,
    expiresAtMs: NUMBER,
    minOwnFunds: NUMBER,
    maxLeverage: NUMBER,
    symbols: TEXTS,
    source: TEXT,
    idempotency: KEY,
  }),
  RevokeBonus: record<Fields<'RevokeBonus'>>({ grantId: NUMBER, reason: TEXT, idempotency: KEY }),
  RequestWithdrawal: record<Fields<'RequestWithdrawal'>>({
    withdrawalId: NUMBER,
    ...MOVE,
    fee: NUMBER,
    idempotency: KEY,
  }),
  SendWithdrawal: record<Fields<'SendWithdrawal'>>({ withdrawalId: NUMBER, networkCost: NUMBER, idempotency: KEY }),
  RefundWithdrawal: record<Fields<'RefundWithdrawal'>>({ withdrawalId: NUMBER, idempotency: KEY }),
  OpenP2pAd: record<Fields<'OpenP2pAd'>>({ adId: NUMBER, ...MOVE, idempotency: KEY }),
  ChangeP2pAd: record<Fields<'ChangeP2pAd'>>({ adId: NUMBER, amount: NUMBER, idempotency: KEY }),
  CloseP2pAd: record<Fields<'CloseP2pAd'>>({ adId: NUMBER, idempotency: KEY }),
  OpenP2pOrder: record<Fields<'OpenP2pOrder'>>({
    orderId: NUMBER,
    adId: NUMBER,
    sellerUid: NUMBER,
    buyerUid: NUMBER,
    asset: TEXT,
    amount: NUMBER,
    fee: NUMBER,
    idempotency: KEY,
  }),
  ReleaseP2pOrder: record<Fields<'ReleaseP2pOrder'>>({ orderId: NUMBER, idempotency: KEY }),
  RefundP2pOrder: record<Fields<'RefundP2pOrder'>>({ orderId: NUMBER, idempotency: KEY }),
  SubscribeEarn: record<Fields<'SubscribeEarn'>>({ subscriptionId: NUMBER, ...MOVE, idempotency: KEY }),
  RedeemEarn: record<Fields<'RedeemEarn'>>({ redemptionId: NUMBER, ...MOVE, idempotency: KEY }),
  PayEarnInterest: record<Fields<'PayEarnInterest'>>({ payoutId: NUMBER, ...MOVE, compound: FLAG, idempotency: KEY }),
  SubscribeDual: record<Fields<'SubscribeDual'>>({ dualId: NUMBER, ...MOVE, idempotency: KEY }),
  SettleDual: record<Fields<'SettleDual'>>({
    dualId: NUMBER,
    exercised: FLAG,
    asset: TEXT,
    payout: NUMBER,
    idempotency: KEY,
  }),
  AccrueCopyShare: record<Fields<'AccrueCopyShare'>>({
    followId: NUMBER,
    version: NUMBER,
    uid: NUMBER,
    asset: TEXT,
    accrued: NUMBER,
    idempotency: KEY,
  }),
  PayCopyShare: record<Fields<'PayCopyShare'>>({
    followId: NUMBER,
    version: NUMBER,
    leadUid: NUMBER,
    platformRate: NUMBER,
    ends: FLAG,
    idempotency: KEY,
  }),
  PostCorrection: record<Fields<'PostCorrection'>>({
    correctionId: NUMBER,
    corrects: TEXT,
    reason: TEXT,
    asset: TEXT,
    entries: list(ENTRY),
    idempotency: KEY,
  }),
  WithholdProfit: record<Fields<'WithholdProfit'>>({
    withholdingId: NUMBER,
    uid: NUMBER,
    grantId: NUMBER,
    amount: NUMBER,
    reason: TEXT,
    idempotency: KEY,
  }),
  ConvertDust: record<Fields<'ConvertDust'>>({ uid: NUMBER, coins: TEXTS, minReceived: NUMBER, idempotency: KEY }),
};
