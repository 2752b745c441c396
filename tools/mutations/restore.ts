/** State that a start reads from a snapshot, and commands from the journal (trading C4.16, reliability 1). */
import type { Mutation } from './mutation.ts';

const SPOT = 'core/codec/state.test.ts';
const PERP = 'core/codec/perp-restore.test.ts';
const HOUSE = 'core/products/restore.test.ts';

export const restoreMutations: readonly Mutation[] = [
  {
    breaks: 'after a restart a market takes market orders in its protected start',
    file: 'core/codec/state.ts',
    snippet: '  protectUntilMs: COUNT,',
    replacement: '  protectUntilMs: { ...COUNT, read: (r) => 0 * r.count() },',
    killer: SPOT,
  },
  {
    breaks: 'after a restart the post-only minute is over',
    file: 'core/codec/state.ts',
    snippet: '  statusUntilMs: COUNT,',
    replacement: '  statusUntilMs: { ...COUNT, read: (r) => 0 * r.count() },',
    killer: SPOT,
  },
  {
    breaks: 'after a restart maintenance leads to trading, whatever was before',
    file: 'core/codec/state.ts',
    snippet: '  statusBefore: wordIndex(MARKET_STATUSES),',
    replacement: '  statusBefore: { ...wordIndex(MARKET_STATUSES), read: (r) => (r.count(), undefined) },',
    killer: SPOT,
  },
  {
    breaks: 'after a restart users have no trade group',
    file: 'core/codec/state.ts',
    snippet: '  tradeGroupId: since(3, COUNT),',
    replacement: '  tradeGroupId: { ...COUNT, read: (r) => 0 * r.count() },',
    killer: SPOT,
  },
  {
    breaks: 'after a restart an old fee tier counts as a newer one',
    file: 'core/codec/state.ts',
    snippet: '  tierVersion: since(3, COUNT),',
    replacement: '  tierVersion: { ...COUNT, read: (r) => 0 * r.count() },',
    killer: SPOT,
  },
  {
    breaks: 'after a restart a user’s events are numbered from 1',
    file: 'core/codec/state.ts',
    snippet: 'user.eventCount = r.count();',
    replacement: 'r.count();',
    killer: SPOT,
  },
  {
    breaks: 'after a restart cancel-all goes by price instead of by age',
    file: 'core/codec/state.ts',
    snippet: 'live.sort((a, b) => idOf(a) - idOf(b));',
    replacement: '',
    killer: SPOT,
  },
  {
    breaks: 'after a restart the keys of deposits are forgotten',
    file: 'core/codec/state.ts',
    snippet: 'state.keys[add](key);',
    replacement: "if (add === 'addOrder') state.keys[add](key);",
    killer: SPOT,
  },
  {
    breaks: 'after a restart an order may be amended as often again',
    file: 'core/codec/state.ts',
    snippet: 'int[at + INTS[i]] = r.count();',
    replacement: 'int[at + INTS[i]] = INTS[i] === AMENDS ? 0 * r.count() : r.count();',
    killer: SPOT,
  },
  {
    breaks: 'after a restart a cumulative fee begins anew',
    file: 'core/codec/state.ts',
    snippet: 'int[at + INTS[i]] = r.count();',
    replacement: 'int[at + INTS[i]] = INTS[i] === FEE_REST ? 0 * r.count() : r.count();',
    killer: SPOT,
  },
  {
    breaks: 'after a restart what a voucher position won and its face are the user’s',
    file: 'core/codec/perp-state.ts',
    snippet: '  voucherFace: BIG,',
    replacement: '  voucherFace: { ...BIG, read: (r) => 0n * r.big() },',
    killer: PERP,
  },
  {
    breaks: 'after a restart a restricted account opens again',
    file: 'core/codec/perp-state.ts',
    snippet: '  closeOnly: FLAG,',
    replacement: '  closeOnly: { ...FLAG, read: (r) => r.count() > 1 },',
    killer: PERP,
  },
  {
    breaks: 'after a restart bonus in a position is own money',
    file: 'core/codec/perp-state.ts',
    snippet: 'bonusParts.set(r.count(), r.big());',
    replacement: 'bonusParts.delete(r.count() + Number(r.big()));',
    killer: PERP,
  },
  {
    breaks: 'after a restart the fund’s highest level is forgotten',
    file: 'core/codec/perp-state.ts',
    snippet: 'perps.takeoverInventory.peaks.push(...PEAKS.read(r));',
    replacement: 'PEAKS.read(r);',
    killer: PERP,
  },
  {
    breaks: 'after a restart the mark does without the last funding rate',
    file: 'core/codec/perp-state.ts',
    snippet: '  lastFundingRate: BIG,',
    replacement: '  lastFundingRate: { ...BIG, read: (r) => 0n * r.big() },',
    killer: PERP,
  },
  {
    breaks: 'after a restart holders are served in another order',
    file: 'core/codec/perp-state.ts',
    snippet: 'perps.restoredHolders.sort((a, b) => a.place - b.place);',
    replacement: 'perps.restoredHolders;',
    killer: PERP,
  },
  {
    breaks: 'after a restart auto-add is off',
    file: 'core/codec/perp-state.ts',
    snippet: 'autoAdd: FLAG,',
    replacement: 'autoAdd: { ...FLAG, read: (r) => r.count() > 1 },',
    killer: PERP,
  },
  {
    breaks: 'after a restart a pool may pay above zero only',
    file: 'core/codec/product-state.ts',
    snippet: 'read: (r) => 0 - r.count()',
    replacement: 'read: (r) => 0 * r.count()',
    killer: HOUSE,
  },
  {
    breaks: 'after a restart a used grant is whole again',
    file: 'core/codec/product-state.ts',
    snippet: '  remaining: BIG,',
    replacement: '  remaining: { ...BIG, read: (r) => r.big() + 1n },',
    killer: HOUSE,
  },
  {
    breaks: 'after a restart what ended may be done again',
    file: 'core/codec/product-state.ts',
    snippet: 'for (const ended of ENDED.read(r)) register.remember(ended);',
    replacement: 'ENDED.read(r);',
    killer: HOUSE,
  },
];
