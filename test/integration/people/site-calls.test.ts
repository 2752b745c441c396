/** The specification's calls of products that are small or not there yet: each answers, each says what is true. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { REFUSALS } from '@agio/contracts/errors';
import { bootExchange, type TestExchange, type TestUser } from '../../exchange.ts';

let exchange: TestExchange;
let user: TestUser;
beforeAll(async () => {
  exchange = await bootExchange();
  user = await exchange.createUser();
});
afterAll(() => exchange.close());

const PUBLIC = 'public';
const LOGIN = 'login';
const SPLASH = '/web/launch/token_splash';
const STATION = '/station-msg/station_msg';
const notFound = { code: REFUSALS.NOT_FOUND.code };

test.each([
  [
    'C2',
    'GET',
    '/api/seo-meta/agio?locale=en-us&client=YES',
    PUBLIC,
    { data: { 'en-us': expect.objectContaining({ '/**': { robots: 'index, follow' } }) } },
  ],
  ['C6', 'GET', '/welfare/api/welfare/rebate/get_default_invite', LOGIN, { data: null }],
  ['C8', 'GET', '/p2p/trading/switch', PUBLIC, { data: { showFlag: false } }],
  ['C9', 'GET', '/financial/earn/config/entry/permission', PUBLIC, { data: { display: false } }],
  ['C10', 'GET', '/web/api/v1/common/invitation_info', LOGIN, { data: null }],
  ['C11', 'POST', '/welfare/activity/reward/vip', LOGIN, { data: { isExperience: false } }],
  [
    'C16',
    'GET',
    '/web/api/v1/common/trade_tag/list',
    PUBLIC,
    { data: expect.arrayContaining([expect.objectContaining({ name: 'Meme' })]) },
  ],
  [
    'C17',
    'GET',
    '/web/api/v1/areaCode/getAreaCode',
    PUBLIC,
    { data: expect.arrayContaining([{ areaCode: '98', countryCode: 'IR', name: 'Iran' }]) },
  ],
  ['C17 by address', 'GET', '/web/api/v1/areaCode/getAreaCodeByIp', PUBLIC, { data: null }],
  [
    'C19',
    'GET',
    '/web/user/kyc/withdraw_limit?userKycTypeCode=lv1',
    LOGIN,
    { data: { userKycTypeCode: 'lv1', coin: 'USDT' } },
  ],
  ['C20', 'GET', '/web/api/v1/userCenter/default_c2c_nick_freeze', LOGIN, { data: { isFrozen: false } }],
  ['C20 security', 'GET', '/web/user/account_security_freeze_time', LOGIN, { data: { isFrozen: false } }],
  ['C21', 'GET', '/copy/trading/v1/user/ipLimit', PUBLIC, { data: { isLimited: true } }],
  ['C22 account', 'GET', '/bonus/v1/getBonusAccount', LOGIN, { data: null }],
  ['C22 rules', 'GET', '/bonus/v1/rules', PUBLIC, { data: [] }],
  ['C22 active', 'GET', '/bonus/v1/existActiveBonus', LOGIN, { data: { exists: false } }],
  ['C22 notice', 'GET', '/bonus/v1/closeNotice', LOGIN, { data: [] }],
  ['C24', 'GET', '/web/permission/permission-center/asset/config', PUBLIC, { data: { transfer: true } }],
  ['C25 withdraw', 'GET', '/web/deposit_withdraw/withdraw/check_user', LOGIN, { data: { allowed: false } }],
  ['C25 deposit', 'GET', '/web/deposit_withdraw/deposit/check_user', LOGIN, { data: { allowed: false } }],
  ['C26 types', 'GET', `${STATION}/types`, LOGIN, { data: [] }],
  ['C26 count', 'GET', `${STATION}/unread/count_all`, LOGIN, { data: { total: 0 } }],
  ['C26 counts', 'GET', `${STATION}/unread/type_count/list`, LOGIN, { data: [] }],
  ['C26 count of a type', 'GET', `${STATION}/unread/type_count?type=SYSTEM`, LOGIN, { data: { total: 0 } }],
  ['C26 page', 'GET', `${STATION}/page?page=1&pageSize=20`, LOGIN, { data: { items: [], total: 0 } }],
  ['C26 read all', 'POST', `${STATION}/read_all`, LOGIN, { data: { read: 0 } }],
  ['C26 read', 'POST', `${STATION}/read`, LOGIN, notFound, { id: 1 }],
  ['C27', 'GET', '/web/user/security/risk/permissions', LOGIN, { data: [] }],
  [
    'C28 nav',
    'GET',
    '/web/api/common/nav/list',
    PUBLIC,
    { data: expect.arrayContaining([expect.objectContaining({ path: '/market' })]) },
  ],
  ['C29', 'GET', '/financial/dual/market/index-annual-interest-rate', PUBLIC, { data: [] }],
  [
    'C30',
    'GET',
    '/web/global/search/all?content=bitc',
    PUBLIC,
    { data: { spot: [{ symbol: 'BTCUSDT' }], futures: [{ symbol: 'BTCUSDT' }], coins: [{ name: 'BTC' }] } },
  ],
  [
    'C30 page',
    'GET',
    '/web/global/search/spot/page?content=usdt&page=2&pageSize=3',
    PUBLIC,
    { data: { total: 10, items: [{}, {}, {}] } },
  ],
  [
    'C31',
    'GET',
    '/futures/market/tickers/aggregate',
    PUBLIC,
    { data: { tickers: expect.arrayContaining([expect.objectContaining({ symbol: 'BTCUSDT' })]) } },
  ],
  [
    'C31 symbol',
    'GET',
    '/futures/market/symbol?symbol=BTCUSDT',
    PUBLIC,
    { data: { symbols: [{ symbol: 'BTCUSDT', settle: 'USDT' }] } },
  ],
  [
    'C31 polling',
    'POST',
    '/futures/subscribe',
    PUBLIC,
    { data: { messages: [{ channel: 'mark_price', data: { snapshot: true } }] } },
    { channels: [{ channel: 'mark_price' }] },
  ],
  ['C32 statistic', 'GET', `${SPLASH}/statistic`, PUBLIC, { data: { activities: 0 } }],
  ['C32 active', 'GET', `${SPLASH}/active`, PUBLIC, { data: [] }],
  ['C32 detail', 'GET', `${SPLASH}/detail/1`, PUBLIC, notFound],
  ['C32 register', 'POST', `${SPLASH}/register/1`, LOGIN, notFound],
  ['C32 expired', 'POST', `${SPLASH}/expire`, PUBLIC, { data: { items: [], total: 0 } }, { page: 1 }],
  ['C34', 'GET', '/welfare/v2/prize/query-wait-pop-record', LOGIN, { data: {} }],
  ['C34 close', 'POST', '/welfare/v2/prize/close-pop', LOGIN, { data: {} }, { idList: [1] }],
  ['C35', 'GET', '/auth/api/v1/humancode/bizStatus?bizId=1', PUBLIC, notFound],
  ['C36', 'GET', '/web/api/v1/compliance', PUBLIC, { data: { display: false } }],
  [
    'C37',
    'POST',
    '/web/track',
    PUBLIC,
    { data: { accepted: 1 } },
    { events: [{ event: 'page_view', category: 'home' }] },
  ],
] as const)('%s %s %s', async (_id, method, path, permission, expected, body: object = {}) => {
  const sent = method === 'POST' ? body : undefined;
  const visitor = await exchange.call(method, path, sent);
  if (permission === LOGIN) expect(visitor.code).toBe(REFUSALS.NOT_LOGGED_IN.code);
  else expect(visitor).toMatchObject({ code: 0, ...expected });
  expect(await exchange.call(method, path, sent, { token: user.token })).toMatchObject({ code: 0, ...expected });
});

test('C1 dictionaries come by locale in any spelling, and only those that exist', async () => {
  const { data } = await exchange.call<Record<string, Record<string, string>>>(
    'GET',
    '/api/locales/agio?locale=en_US,fa-ir,xx-xx,../..',
  );
  expect(Object.keys(data)).toEqual(['en-us', 'fa-ir']);
  expect(Object.keys(data['en-us']!).length).toBeGreaterThan(50);
});

test('C15 favourites are added once, in order, and removed', async () => {
  const update = (symbol: string, operationType: string) =>
    exchange.call<{ symbols: string[] }>(
      'POST',
      '/web/optional/update_optional_symbol',
      { symbol, operationType, type: 'SPOT' },
      { token: user.token },
    );
  await update('ETHUSDT', 'ADD');
  await update('BTCUSDT', 'ADD');
  expect((await update('ETHUSDT', 'ADD')).data.symbols).toEqual(['ETHUSDT', 'BTCUSDT']);
  expect((await update('ETHUSDT', 'DELETE')).data.symbols).toEqual(['BTCUSDT']);
  const own = (type: string, token = user.token) =>
    exchange.call<{ symbols: string[] }>('GET', `/web/optional/api/v1/user/own?type=${type}`, undefined, { token });
  expect((await own('SPOT')).data.symbols).toEqual(['BTCUSDT']);
  expect((await own('FUTURES')).data.symbols).toEqual([]);
  expect((await own('SPOT', '')).code).toBe(REFUSALS.NOT_LOGGED_IN.code);
});

test('what was seen of fills and alerts is the same on all devices, and only moves on', async () => {
  const token = (await exchange.createUser({})).token;
  const mark = (body: object, as = token) =>
    exchange.call<object>('POST', '/web/user/notifications/seen/update', body, { token: as });
  const seen = async () => (await exchange.call('GET', '/web/user/notifications/seen', undefined, { token })).data;
  expect(await seen()).toEqual({ fillsAt: null, alertId: null });
  expect((await mark({ fillsAt: 1000 })).data).toEqual({ fillsAt: 1000, alertId: null });
  // No alert of this user has fired: one that is yet to fire cannot be seen.
  await mark({ fillsAt: 500, alertId: 7 });
  expect(await seen()).toEqual({ fillsAt: 1000, alertId: null });
  // A time to come counts as now: what fills after it is news.
  const { data } = await mark({ fillsAt: Date.now() + 86_400_000 });
  expect((data as { fillsAt: number }).fillsAt).toBeLessThanOrEqual(Date.now());
  expect((await mark({ fillsAt: -1 })).code).not.toBe(0);
  expect((await mark({ fillsAt: 1 }, '')).code).toBe(REFUSALS.NOT_LOGGED_IN.code);
});
