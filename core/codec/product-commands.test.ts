/** Every command to the house's accounts comes back from its bytes as it was, with the values a wrong caller may send too. */
import { expect, test } from 'vitest';
import type { Command } from '../protocol/commands.ts';
import { CommandBatch, CommandReader, decodeCommand, encodeCommand, FormatError } from '../index.ts';
import { PRODUCT_LAYOUTS } from './product-commands.ts';

const key = { idempotency: { key: 'ключ', fingerprint: '' } };
const move = { uid: 7, asset: 'USDT', amount: 12_345_678 };

/** One of each kind, in the order of their numbers. */
const commands: readonly object[] = [
  { kind: 'ContributeCapital', asset: 'USDT', amount: -5 },
  { kind: 'FundPool', pool: 'DUAL_POOL', asset: 'USDT', amount: 0.5 },
  { kind: 'SetPoolFloor', pool: 'MOON', asset: 'USDT', floor: -1 },
  { kind: 'PayRebate', rebateId: 1, ...move },
  {
    kind: 'GrantFeeVoucher',
    voucherId: 2 ** 53 - 1,
    uid: 7,
    coin: 'USDT',
    amount: 1,
    ratio: 1,
    maxPerUse: 0,
    products: ['FUTURES', 'SPOT', 'P2P'],
    symbols: ['BTCUSDT', ''],
    expiresAtMs: 5,
  },
  { kind: 'CancelFeeVoucher', voucherId: NaN },
  { kind: 'AttachCover', coverId: 1, ...move },
  { kind: 'PayCover', coverId: 1, amount: -0 },
  { kind: 'EndCover', coverId: 3 },
  { kind: 'PayPrize', prizeId: 1, wallet: 'FUTURES', ...move },
  { kind: 'ClawBackPrize', prizeId: 1, wallet: 'ELITE', ...move },
  {
    kind: 'GrantBonus',
    grantId: 4,
    ...move,
    mode: 'RATIO',
    ratio: 30_000_000,
    expiresAtMs: 5,
    minOwnFunds: 6,
    maxLeverage: 20,
    symbols: [],
    source: 'ü',
  },
  { kind: 'RevokeBonus', grantId: 4, reason: 'abuse' },
  { kind: 'RequestWithdrawal', withdrawalId: 1, ...move, fee: 3 },
  { kind: 'SendWithdrawal', withdrawalId: 1, networkCost: 2 },
  { kind: 'RefundWithdrawal', withdrawalId: 1 },
  { kind: 'OpenP2pAd', adId: 1, ...move },
  { kind: 'ChangeP2pAd', adId: 1, amount: 0 },
  { kind: 'CloseP2pAd', adId: 1 },
  { kind: 'OpenP2pOrder', orderId: 1, adId: 0, sellerUid: 3, buyerUid: 4, asset: 'BTC', amount: 9, fee: 1 },
  { kind: 'ReleaseP2pOrder', orderId: 1 },
  { kind: 'RefundP2pOrder', orderId: 1 },
  { kind: 'SubscribeEarn', subscriptionId: 1, ...move },
  { kind: 'RedeemEarn', redemptionId: 1, ...move },
  { kind: 'PayEarnInterest', payoutId: 1, ...move, compound: true },
  { kind: 'SubscribeDual', dualId: 1, ...move },
  { kind: 'SettleDual', dualId: 1, exercised: false, asset: 'BTC', payout: 5 },
  { kind: 'AccrueCopyShare', followId: 1, version: 2, uid: 7, asset: 'USDT', accrued: 0 },
  { kind: 'PayCopyShare', followId: 1, version: 3, leadUid: 8, platformRate: 0, ends: true },
  {
    kind: 'PostCorrection',
    correctionId: 1,
    corrects: 'PRIZE 1',
    reason: 'paid twice',
    asset: 'USDT',
    entries: [
      { uid: 7, account: 'SPOT', amount: -5 },
      { uid: 0, account: 'PRIZE_POOL', amount: 5 },
    ],
  },
  { kind: 'WithholdProfit', withholdingId: 1, uid: 7, grantId: 2, amount: 5, reason: 'abuse' },
  { kind: 'ConvertDust', uid: 7, coins: ['BTC', 'ETH'], minReceived: 5 },
].map((fields) => ({ seq: 9, timeMs: 1_700_000_000_000, ...fields, ...key }));

test('every kind comes back from bytes as it was, in the order of the kinds', () => {
  expect(commands.map((command) => (command as Command).kind)).toEqual(Object.keys(PRODUCT_LAYOUTS));
  for (const command of commands) {
    const bytes = encodeCommand(command as Command);
    expect(decodeCommand(bytes, 0)).toEqual({ command, next: bytes.length });
  }
});

test('the order of the fields in memory does not change the bytes', () => {
  for (const command of commands) {
    const turned = Object.fromEntries(Object.entries(command).reverse());
    expect(encodeCommand(turned as unknown as Command)).toEqual(encodeCommand(command as Command));
  }
});

test('cut bytes, and a flag that is neither set nor clear, are refused by name', () => {
  for (const command of commands) {
    const bytes = encodeCommand(command as Command);
    for (let length = 0; length < bytes.length; length += 1) {
      expect(() => decodeCommand(bytes.subarray(0, length), 0)).toThrow(FormatError);
    }
  }
  const flagged = commands.map((command) => command as Command).find(({ kind }) => kind === 'PayCopyShare')!;
  const bytes = encodeCommand(flagged);
  const clear = encodeCommand({ ...flagged, ends: false } as Command);
  const flagAt = bytes.findIndex((byte, at) => byte !== clear[at]);
  bytes[flagAt] = 2;
  expect(() => decodeCommand(bytes, 0)).toThrow('flag');
});

test('commands of a batch stand one behind the other, also after one that cannot be written', () => {
  const batch = new CommandBatch();
  const [first, ...others] = commands as readonly Command[];
  batch.add(first!);
  const before = batch.size;
  // Its asset is no text.
  expect(() => batch.add({ ...others[0], kind: 'ContributeCapital', asset: null } as unknown as Command)).toThrow();
  expect([batch.count, batch.size]).toEqual([1, before]);
  for (const command of others) batch.add(command);
  expect(batch.count).toBe(commands.length);
  const bytes = batch.take();
  expect([batch.count, batch.size]).toEqual([0, 0]);
  const reader = new CommandReader(bytes);
  for (const command of commands) expect(reader.next()).toEqual(command);
  expect(reader.offset).toBe(bytes.length);
});
