/**
 * Commands to the house's accounts as bytes (see commands.ts). Every kind is a list of its fields in the order in which they
 * are written, so writing and reading cannot differ; the key comes last. A list may only grow at its end.
 */
import type { ProductCommand, ProductCommandKind, ProductCommandOf } from '../protocol/product-commands.ts';
import type { CorrectionEntry } from '../protocol/correction-commands.ts';
import type { Pool } from '../protocol/product-events.ts';
import type { BonusMode } from '../protocol/words.ts';
import type { PrizeWallet, VoucherProduct } from '../protocol/reward-commands.ts';
import { type ByteReader, type ByteWriter, FormatError } from './bytes.ts';
import { readNumber, readWord, writeNumber, writeWord } from './fields.ts';
import { readKey, writeIdempotency } from './idempotency.ts';

interface Field<T> {
  readonly write: (w: ByteWriter, value: T) => void;
  readonly read: (r: ByteReader) => T;
}

/** Numbers and words that callers may send wrong come back as they were (see fields.ts). */
const NUMBER = { write: writeNumber, read: (r: ByteReader): never => readNumber(r) as never };
const words = <T extends string>(list: readonly T[]): Field<T> => ({
  write: (w, value) => writeWord(w, list, value),
  read: (r) => readWord(r, list),
});
const lists = <T>(field: Field<T>): Field<readonly T[]> => ({
  write: (w, values) => {
    w.count(values.length);
    for (const value of values) field.write(w, value);
  },
  read: (r) => Array.from({ length: r.count() }, () => field.read(r)),
});

const TEXT: Field<string> = { write: (w, value) => w.text(value), read: (r) => r.text() };
const FLAG: Field<boolean> = {
  write: (w, value) => w.count(value ? 1 : 0),
  read: (r) => {
    const value = r.count();
    if (value > 1) throw new FormatError('a flag is neither set nor clear');
    return value === 1;
  },
};
export const POOL: Field<Pool> = words(['INSURANCE', 'BONUS_POOL', 'PRIZE_POOL', 'EARN_POOL', 'DUAL_POOL']);
export const BONUS_MODE: Field<BonusMode> = words(['BONUS_FIRST', 'OWN_FIRST', 'RATIO']);
const WALLET: Field<PrizeWallet> = words(['SPOT', 'FUTURES']);
export const PRODUCTS: Field<readonly VoucherProduct[]> = lists(words(['SPOT', 'FUTURES']));
export const TEXTS = lists(TEXT);
const ENTRY: Field<CorrectionEntry> = {
  write: (w, { uid, account, amount }) => {
    NUMBER.write(w, uid);
    TEXT.write(w, account);
    NUMBER.write(w, amount);
  },
  read: (r) => ({ uid: NUMBER.read(r), account: TEXT.read(r), amount: NUMBER.read(r) }),
};

/** A field for each name of the command but its kind and key; one more or less does not compile. */
type Layout<K extends ProductCommandKind> = {
  readonly [F in Exclude<keyof ProductCommandOf<K>, 'kind' | 'idempotency'>]-?: Field<ProductCommandOf<K>[F]>;
};

const MOVE = { uid: NUMBER, asset: TEXT, amount: NUMBER };

const LAYOUTS: { readonly [K in ProductCommandKind]: Layout<K> } = {
  ContributeCapital: { asset: TEXT, amount: NUMBER },
  FundPool: { pool: POOL, asset: TEXT, amount: NUMBER },
  SetPoolFloor: { pool: POOL, asset: TEXT, floor: NUMBER },
  PayRebate: { rebateId: NUMBER, ...MOVE },
  GrantFeeVoucher: {
    voucherId: NUMBER,
    uid: NUMBER,
    coin: TEXT,
    amount: NUMBER,
    ratio: NUMBER,
    maxPerUse: NUMBER,
    products: PRODUCTS,
    symbols: TEXTS,
    expiresAtMs: NUMBER,
  },
  CancelFeeVoucher: { voucherId: NUMBER },
  AttachCover: { coverId: NUMBER, ...MOVE },
  PayCover: { coverId: NUMBER, amount: NUMBER },
  EndCover: { coverId: NUMBER },
  PayPrize: { prizeId: NUMBER, wallet: WALLET, ...MOVE },
  ClawBackPrize: { prizeId: NUMBER, wallet: WALLET, ...MOVE },
  GrantBonus: {
    grantId: NUMBER,
    ...MOVE,
    mode: BONUS_MODE,
    ratio: NUMBER,
    expiresAtMs: NUMBER,
    minOwnFunds: NUMBER,
    maxLeverage: NUMBER,
    symbols: TEXTS,
    source: TEXT,
  },
  RevokeBonus: { grantId: NUMBER, reason: TEXT },
  RequestWithdrawal: { withdrawalId: NUMBER, ...MOVE, fee: NUMBER },
  SendWithdrawal: { withdrawalId: NUMBER, networkCost: NUMBER },
  RefundWithdrawal: { withdrawalId: NUMBER },
  OpenP2pAd: { adId: NUMBER, ...MOVE },
  ChangeP2pAd: { adId: NUMBER, amount: NUMBER },
  CloseP2pAd: { adId: NUMBER },
  OpenP2pOrder: {
    orderId: NUMBER,
    adId: NUMBER,
    sellerUid: NUMBER,
    buyerUid: NUMBER,
    asset: TEXT,
    amount: NUMBER,
    fee: NUMBER,
  },
  ReleaseP2pOrder: { orderId: NUMBER },
  RefundP2pOrder: { orderId: NUMBER },
  SubscribeEarn: { subscriptionId: NUMBER, ...MOVE },
  RedeemEarn: { redemptionId: NUMBER, ...MOVE },
  PayEarnInterest: { payoutId: NUMBER, ...MOVE, compound: FLAG },
  SubscribeDual: { dualId: NUMBER, ...MOVE },
  SettleDual: { dualId: NUMBER, exercised: FLAG, asset: TEXT, payout: NUMBER },
  AccrueCopyShare: { followId: NUMBER, version: NUMBER, uid: NUMBER, asset: TEXT, accrued: NUMBER },
  PayCopyShare: { followId: NUMBER, version: NUMBER, leadUid: NUMBER, platformRate: NUMBER, ends: FLAG },
  PostCorrection: { correctionId: NUMBER, corrects: TEXT, reason: TEXT, asset: TEXT, entries: lists(ENTRY) },
  WithholdProfit: { withholdingId: NUMBER, uid: NUMBER, grantId: NUMBER, amount: NUMBER, reason: TEXT },
};

/** Their places are their numbers in the journal. */
export const PRODUCT_KINDS = Object.keys(LAYOUTS) as readonly ProductCommandKind[];

export function writeProductFields(w: ByteWriter, command: ProductCommand): void {
  const fields = command as unknown as Readonly<Record<string, never>>;
  for (const [name, field] of fieldsOf(command.kind)) field.write(w, fields[name]);
  writeIdempotency(w, command.idempotency);
}

export function readProductFields(r: ByteReader, kind: ProductCommandKind): ProductCommand {
  const fields = fieldsOf(kind).map(([name, field]) => [name, field.read(r)] as const);
  return { kind, ...Object.fromEntries(fields), idempotency: readKey(r) } as unknown as ProductCommand;
}

function fieldsOf(kind: ProductCommandKind): readonly (readonly [string, Field<never>])[] {
  return Object.entries(LAYOUTS[kind]) as unknown as readonly (readonly [string, Field<never>])[];
}
