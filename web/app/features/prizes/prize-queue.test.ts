import { expect, test } from 'vitest';
import { currentPrize, opensByItself, popupKindOf } from './prize-queue.ts';
import { POPUP_KIND, readPrizes } from './prize-records.ts';

const coin = (id: string | number, amount: unknown = '5') => ({
  id,
  bizType: 'GIFT_COIN',
  popContent: JSON.stringify({ prizeAmount: amount, prizeCoin: 'USDT' }),
});
const box = (id: string, bizType = 'BOX') => ({
  id,
  bizType,
  popContent: JSON.stringify({
    prizeCount: 2,
    prizeType: 'GIFT_COIN',
    prize: { prizeAmount: '5', prizeCoin: 'USDT' },
  }),
});
const vip = (id: string) => ({
  id,
  bizType: 'VIP',
  popContent: JSON.stringify({ vipLevel: 3, rateSavePercent: 25 }),
});
const ids = (data: unknown): string[] => readPrizes(data).map(({ id }) => id);

test('T8 growth E16 prizes of all lists in one, by number and not by letter', () => {
  const queue = readPrizes({ VIP: [vip('12')], BOX: [box('7'), box('100')], GIFT_COIN: [coin('9')] });
  expect(queue.map(({ id }) => id)).toEqual(['7', '9', '12', '100']);
  expect(queue.map(popupKindOf)).toEqual([4, 3, 3, 4]);
});

test('T8 ids beyond 2^53 keep their order', () => {
  expect(ids({ GIFT_COIN: [coin('9007199254740994'), coin('9007199254740993'), coin(12)] })).toEqual([
    '12',
    '9007199254740993',
    '9007199254740994',
  ]);
});

test('X8 a prize that cannot be read is left out in silence', () => {
  const broken = [
    { id: '1', bizType: 'GIFT_COIN', popContent: 'no json' },
    { id: '2', bizType: 'GIFT_COIN', popContent: '{"prizeAmount":"5"}' },
    { id: '3', bizType: 'SOMETHING', popContent: '{}' },
    { id: '4', bizType: 'BOX', popContent: '{"prizeType":"BOX","prize":{}}' },
    { id: 'x', bizType: 'VIP', popContent: '{"vipLevel":3}' },
    { id: '5', bizType: 'GIFT_COIN', popContent: '{"prizeAmount":"-1","prizeCoin":"USDT"}' },
    { id: '6', bizType: 'GIFT_COIN' },
    { id: '8', bizType: 'VIP', popContent: 'null' },
    null,
    'text',
  ];
  expect(ids({ A: [...broken, vip('7')] })).toEqual(['7']);
  for (const data of [null, undefined, 'text', 3, [], {}, { A: 'text' }, { A: null }]) expect(ids(data)).toEqual([]);
});

test('E9 popContent by type', () => {
  const [prize] = readPrizes({ BOX: [box('7')] });
  expect(prize?.prize).toEqual({
    type: 'BOX',
    prizeCount: 2,
    prize: { type: 'GIFT_COIN', prizeAmount: '5', prizeCoin: 'USDT', expireTime: null },
  });
  const [cover] = readPrizes({ A: [{ id: 1, bizType: 'FUTURES_STOP_LOSS', popContent: '{"validityPeriod":"3"}' }] });
  expect(cover?.prize).toEqual({ type: 'FUTURES_STOP_LOSS', validityPeriod: 3 });
});

const place = { path: '/activity/task-center', isAllowed: true, isWebView: false, isNoticeShown: false };
const [seven, nine] = readPrizes({ A: [coin('7'), coin('9')] });

test('T8 the first pending is current; none while the notice shows or when the list is empty', () => {
  expect(currentPrize([seven!, nine!], false)).toBe(seven);
  expect(currentPrize([seven!], true)).toBeNull();
  expect(currentPrize([], false)).toBeNull();
});

test('T8 it opens when its id or the route path is new', () => {
  const last = { id: '7', path: place.path };
  expect(opensByItself(seven!, null, place)).toBe(true);
  expect(opensByItself(seven!, last, place)).toBe(false);
  expect(opensByItself(nine!, last, place)).toBe(true);
  expect(opensByItself(seven!, last, { ...place, path: '/token-splash' })).toBe(true);
});

test('T8 it opens only where the route allows it, never in a web view or beside the notice', () => {
  expect(opensByItself(seven!, null, { ...place, isAllowed: false })).toBe(false);
  expect(opensByItself(seven!, null, { ...place, isWebView: true })).toBe(false);
  expect(opensByItself(seven!, null, { ...place, isNoticeShown: true })).toBe(false);
  expect(opensByItself(null, null, place)).toBe(false);
});

test('S5 kinds 0 common, 1 error, 2 confirm, 3 success, 4 mystery; a festival box is a success', () => {
  expect(POPUP_KIND).toEqual({ common: 0, error: 1, confirm: 2, success: 3, mystery: 4 });
  expect(readPrizes({ A: [box('1', 'DRAGON_BOAT_BOX')] }).map(popupKindOf)).toEqual([POPUP_KIND.success]);
});
