/** What a start reads back of a snapshot, and commands out of the journal (trading C4.16, reliability 1). */
import type { Mutation } from './mutation.ts';

const SPOT = 'core/codec/state.test.ts';
const PERP = 'core/codec/perp-restore.test.ts';
const HOUSE = 'core/products/restore.test.ts';

export const restoreMutations: readonly Mutation[] = [
  {
    breaks: 'after a restart a market takes market orders in its protected start',
    file: 'core/codec/state.ts',
    snippet: 'market.protectUntilMs = r.count();',
    replacement: 'r.count();',
    killer: SPOT,
  },
  {
    breaks: 'after a restart the post-only minute is over',
    file: 'core/codec/state.ts',
    snippet: 'market.statusUntilMs = r.count();',
    replacement: 'r.count();',
    killer: SPOT,
  },
  {
    breaks: 'after a restart maintenance leads to trading, whatever was before',
    file: 'core/codec/state.ts',
    snippet: 'market.statusBefore = r.word(MARKET_STATUSES);',
    replacement: 'r.word(MARKET_STATUSES);',
    killer: SPOT,
  },
  {
    breaks: 'after a restart users have no trade group',
    file: 'core/codec/state.ts',
    snippet: 'user.tradeGroupId = r.count();',
    replacement: 'r.count();',
    killer: SPOT,
  },
  {
    breaks: 'after a restart an old fee tier counts as a newer one',
    file: 'core/codec/state.ts',
    snippet: 'user.tierVersion = r.count();',
    replacement: 'r.count();',
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
    snippet: 'state.keys.addMoney(readKey(r));',
    replacement: 'readKey(r);',
    killer: SPOT,
  },
  {
    breaks: 'after a restart an order may be amended as often again',
    file: 'core/codec/state.ts',
    snippet: 'for (const field of [USER, MARKET, FLAGS, AMENDS, FEE_REST]) orders.int[at + field] = r.count();',
    replacement:
      'for (const field of [USER, MARKET, FLAGS, AMENDS, FEE_REST]) orders.int[at + field] = field === AMENDS ? 0 * r.count() : r.count();',
    killer: SPOT,
  },
  {
    breaks: 'after a restart a cumulative fee begins anew',
    file: 'core/codec/state.ts',
    snippet: 'for (const field of [USER, MARKET, FLAGS, AMENDS, FEE_REST]) orders.int[at + field] = r.count();',
    replacement:
      'for (const field of [USER, MARKET, FLAGS, AMENDS, FEE_REST]) orders.int[at + field] = field === FEE_REST ? 0 * r.count() : r.count();',
    killer: SPOT,
  },
  {
    breaks: 'after a restart what a voucher position won and its face are the user’s',
    file: 'core/codec/perp-state.ts',
    snippet: 'account.voucherFace = r.big();',
    replacement: 'r.big();',
    killer: PERP,
  },
  {
    breaks: 'after a restart a restricted account opens again',
    file: 'core/codec/perp-state.ts',
    snippet: 'account.closeOnly = r.count() === 1;',
    replacement: 'r.count();',
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
    snippet: 'perps.takeoverInventory.peaks.push([r.count(), r.big()]);',
    replacement: 'r.count() + Number(r.big());',
    killer: PERP,
  },
  {
    breaks: 'after a restart the mark does without the last funding rate',
    file: 'core/codec/perp-state.ts',
    snippet: 'contract.lastFundingRate = r.big();',
    replacement: 'r.big();',
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
    snippet: 'autoAdd: r.count() === 1,',
    replacement: 'autoAdd: r.count() > 1,',
    killer: PERP,
  },
  {
    breaks: 'after a restart a pool may pay above zero only',
    file: 'core/codec/product-state.ts',
    snippet: 'floor: 0 - r.count()',
    replacement: 'floor: 0 * r.count()',
    killer: HOUSE,
  },
  {
    breaks: 'after a restart a used grant is whole again',
    file: 'core/codec/product-state.ts',
    snippet: 'remaining: r.big(),',
    replacement: 'remaining: r.big() + 1n,',
    killer: HOUSE,
  },
  {
    breaks: 'after a restart what ended may be done again',
    file: 'core/codec/product-state.ts',
    snippet: 'register.remember({ id: r.count(), terms: r.text(), ending: r.text(), answer: r.count() });',
    replacement: 'void { id: r.count(), terms: r.text(), ending: r.text(), answer: r.count() };',
    killer: HOUSE,
  },
];
