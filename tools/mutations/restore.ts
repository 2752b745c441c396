/** State that a start reads from a snapshot, and commands from the journal (trading C4.16, reliability 1). */
import { change, type Mutation } from './mutation.ts';

const SPOT = 'core/codec/state.test.ts';
const PERP = 'core/codec/perp-restore.test.ts';
const READER = 'core/codec/kernel-reader.test.ts';
const IDS = 'core/book/id-table.test.ts';
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
    snippet: 'users.restore(r.count(), r.count());',
    replacement: 'users.restore(r.count(), 0 * r.count());',
    killer: SPOT,
  },
  {
    breaks: 'after a restart cancel-all goes by price instead of by age',
    file: 'core/codec/live-orders.ts',
    snippet: 'ascending(Float64Array.from(several, (i) => ids[i]))',
    replacement: 'several.keys()',
    killer: SPOT,
  },
  {
    breaks: 'after a restart the keys of deposits are forgotten',
    file: 'core/codec/key-records.ts',
    snippet: 'keys.restore(log, readPlaces(r));',
    replacement: 'const places = readPlaces(r);\n    if (log === keys.orders) keys.restore(log, places);',
    killer: SPOT,
  },
  {
    breaks: 'after a restart the rows of wallets are not found',
    file: 'core/users/users.ts',
    snippet: 'this.ledger.enterRows();',
    replacement: '',
    killer: SPOT,
  },
  {
    breaks: 'after a restart a key with a letter from 128 on has no answer',
    file: 'core/state-machine/idempotency.ts',
    snippet: 'hashes[i] = this.known.hashOf(uids[i],',
    replacement: 'hashes[i] = this.known.hashOf(0,',
    killer: 'core/state-machine/idempotency.test.ts',
    test: 'of any name',
  },
  {
    breaks: 'after a restart an order may be amended as often again',
    file: 'core/codec/order-records.ts',
    snippet: 'int[at + INTS[i]] = r.count();',
    replacement: 'int[at + INTS[i]] = INTS[i] === AMENDS ? 0 * r.count() : r.count();',
    killer: SPOT,
  },
  {
    breaks: 'after a restart a cumulative fee begins anew',
    file: 'core/codec/order-records.ts',
    snippet: 'int[at + INTS[i]] = r.count();',
    replacement: 'int[at + INTS[i]] = INTS[i] === FEE_REST ? 0 * r.count() : r.count();',
    killer: SPOT,
  },
  {
    breaks: 'after a restart what a voucher position won and its face are the user’s',
    file: 'core/codec/margin-accounts.ts',
    snippet: '  voucherFace: BIG,',
    replacement: '  voucherFace: { ...BIG, read: (r) => 0n * r.big() },',
    killer: PERP,
  },
  {
    breaks: 'after a restart a restricted account opens again',
    file: 'core/codec/margin-accounts.ts',
    snippet: '  closeOnly: FLAG,',
    replacement: '  closeOnly: { ...FLAG, read: (r) => r.count() > 1 },',
    killer: PERP,
  },
  {
    breaks: 'after a restart bonus in a position is own money',
    file: 'core/codec/margin-accounts.ts',
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
    snippet: 'for (const at of ascending(Float64Array.from(holders.places)))',
    replacement: 'for (const at of holders.places.keys())',
    killer: PERP,
  },
  {
    breaks: 'after a restart auto-add is off',
    file: 'core/codec/margin-accounts.ts',
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
  change(
    'of the ids of a snapshot a page counts one too few',
    'core/book/id-table.ts',
    ['this.words[page + COUNT] = count;', 'this.words[page + COUNT] = count - 1;'],
    [IDS, 'many ids at once'],
  ),
  change(
    'ids of a snapshot that have no page are lost',
    'core/book/id-table.ts',
    ['if (page === 0) this.strays.set(ids[i], slots[i]);', 'if (page === 0) continue;'],
    [IDS, 'many ids at once'],
  ),
  change(
    'a record only may have a contract twice',
    'core/codec/margin-accounts.ts',
    ['if (holdings[before].contract === holding.contract) return false;', 'if (before < 0) return false;'],
    [PERP, 'a contract twice'],
  ),
  change(
    'a record only reads a loss as a gain',
    'core/codec/bytes.ts',
    ['    return -value;\n', '    return value;\n'],
    [PERP, 'a long in numbers'],
  ),
  {
    ...change(
      'orders that the kernel read are entered by the slots behind them',
      'core/codec/live-orders.ts',
      ['orders.newest - read + 1;', 'orders.newest - read + 2;'],
      [READER, 'what the kernel reads of a snapshot'],
    ),
    isOfKernel: true,
  },
  {
    ...change(
      'users whom the kernel reads get the numbers behind theirs',
      'core/codec/kernel-reader.ts',
      ['begin, end, users.count + 1, most', 'begin, end, users.count + 2, most'],
      [READER, 'what the kernel reads of a snapshot'],
    ),
    isOfKernel: true,
  },
];
