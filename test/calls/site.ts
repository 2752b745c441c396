/** An example of every call of the site but the operator's. */
import { randomBytes } from 'node:crypto';
import { ALL_LOCALES } from '@agio/contracts/locales';
import { anyone, type Examples, session, type Things } from './example.ts';

const AUTH = '/auth-v2/api/v2/auth';
const STATION = '/station-msg/station_msg';
const SPLASH = '/web/launch/token_splash';
const BTC = { symbol: 'BTCUSDT' };
const ALL_LANGUAGES = ALL_LOCALES.map(({ key }) => key).join();
const password = 'correct horse battery staple';

/** One's own funds. */
const FUNDS: Examples = {
  'GET /web/spot/account/balances': session(),
  'POST /web/account/transfer': session({ body: { asset: 'USDT', from: 'SPOT', to: 'FUTURES', amount: '0.01' } }),
  'GET /web/account/transfer/list': session({ query: { pageSize: 100 } }),
  'GET /web/account/dust': session(),
  'POST /web/account/dust/convert': session({ body: { coins: ['BTC'], minReceived: '0' } }),
  'GET /web/account/correction/list': session({ query: { pageSize: 100 } }),
  'GET /web/account/ledger/list': session({ query: { pageSize: 100 } }),
  'GET /web/account/ledger/export': session(),
  'GET /web/account/coin-costs': session(),
  'GET /web/account/pnl/days': session({ query: { from: '2026-01-01', to: '2026-01-31' } }),
  // Of the one trade in this market: its maker's, who is the owner.
  'GET /web/receipt': session({ query: { kind: 'SPOT_FILL', id: 'BTCUSDT-1-MAKER' } }),
  'GET /web/deposit/coins': anyone(),
  'POST /web/deposit/address': session({ body: { asset: 'USDT', network: 'DEMO' } }),
  'GET /web/deposit/list': session({ query: { pageSize: 100 } }),
  'POST /web/demo/chain/send': session({ body: { asset: 'USDT', network: 'DEMO', amount: '1' } }),
  'POST /web/demo/faucet': session({ body: {} }),
};

/** Products that are not there yet. */
const UNBUILT: Examples = {
  [`GET ${STATION}/types`]: session(),
  [`GET ${STATION}/unread/count_all`]: session(),
  [`GET ${STATION}/unread/type_count/list`]: session(),
  [`GET ${STATION}/unread/type_count`]: session({ query: { type: 'SYSTEM' } }),
  [`GET ${STATION}/page`]: session({ query: { pageSize: 100 } }),
  [`POST ${STATION}/read_all`]: session({ body: {} }),
  [`POST ${STATION}/read`]: session({ body: { id: 1 } }),
  [`GET ${SPLASH}/statistic`]: anyone(),
  [`GET ${SPLASH}/active`]: anyone(),
  [`POST ${SPLASH}/expire`]: anyone({ body: { page: 1 } }),
  [`GET ${SPLASH}/detail/:id`]: anyone({ path: `${SPLASH}/detail/1` }),
  [`POST ${SPLASH}/register/:id`]: session({ path: `${SPLASH}/register/1`, body: {} }),
};

const ABOUT_THE_EXCHANGE: Examples = {
  'GET /web/api/v1/common/trading-api': anyone(),
  'GET /web/api/v1/common/status': anyone(),
};

const VIP: Examples = {
  'GET /web/user/vip/user_rate': session(),
  'GET /web/vip-service/contact': session(),
  'POST /web/vip-service/contact': session({
    body: { name: 'A name', contact: 'a way', country: 'a country', monthlyVolume: '1000000', message: '' },
  }),
};

const alertExamples = (of: Things): Examples => ({
  'GET /web/user/notifications/seen': session(),
  'POST /web/user/notifications/seen/update': session({ body: { fillsAt: 1, alertId: 1 } }),
  'GET /web/alert/price/list': session(),
  'GET /web/alert/price/fired': session({ query: { limit: 100 } }),
  'GET /web/alert/market-status/list': session({ query: { limit: 100 } }),
  'POST /web/alert/price/create': session({
    body: { market: 'SPOT', ...BTC, direction: 'ABOVE', price: '1000000' },
  }),
  'POST /web/alert/price/update': session({ body: { id: of.alertId, direction: 'ABOVE', price: '1000001' } }),
  'POST /web/alert/price/delete': session({ body: { id: of.alertId } }),
});

/** `futuresPrice`: one at which an order for a contract of BTCUSDT may rest on the side of buyers. */
export const siteExamples = (of: Things, futuresPrice: string): Examples => ({
  [`POST ${AUTH}/register`]: anyone({
    body: { email: `person-${randomBytes(6).toString('hex')}@test.agio.example`, password },
    endsSession: true,
  }),
  [`POST ${AUTH}/login`]: anyone({ body: { email: of.email, password: 'a wrong password here' }, endsSession: true }),
  [`POST ${AUTH}/logout`]: anyone({ body: {}, endsSession: true }),
  [`POST ${AUTH}/token`]: session({ body: { showUid: true } }),
  'GET /web/api/v1/userCenter/getUserInfo': session(),
  'GET /web/user/kyc/status': session(),
  'GET /web/user/api-key/list': session(),
  'POST /web/user/api-key/create': session({ body: { label: 'mine', scopes: ['read'] } }),
  'POST /web/user/api-key/update': session({ body: { id: of.apiKeyId, ipList: ['192.0.2.7'] } }),
  'POST /web/user/api-key/delete': session({ body: { id: of.apiKeyId } }),
  'GET /web/optional/api/v1/user/own': session({ query: { type: 'SPOT' } }),
  'POST /web/optional/update_optional_symbol': session({
    body: { symbol: 'ADAUSDT', operationType: 'DELETE', type: 'SPOT' },
  }),
  'GET /web/user/kyc/withdraw_limit': session({ query: { userKycTypeCode: 'lv1' } }),
  'GET /web/api/v1/userCenter/default_c2c_nick_freeze': session(),
  'GET /web/user/account_security_freeze_time': session(),
  'GET /web/permission/permission-center/asset/config': anyone(),
  'GET /web/deposit_withdraw/withdraw/check_user': session(),
  'GET /web/deposit_withdraw/deposit/check_user': session(),
  'GET /web/user/security/risk/permissions': session(),
  'GET /auth/api/v1/humancode/bizStatus': anyone({ query: { bizId: 'none' } }),
  'POST /auth/api/v1/humancode/challenge': anyone({ body: { bizId: 'none' } }),
  'POST /auth/api/v1/humancode/solve': anyone({ body: { bizId: 'none', number: 1 } }),
  'GET /web/spot/pairs': anyone(),
  'GET /web/spot/tickers': anyone(),
  'GET /web/spot/depth': anyone({ query: { ...BTC, limit: 1000 } }),
  'GET /web/spot/deals': anyone({ query: { ...BTC, limit: 500 } }),
  'GET /kline/spot': anyone({ query: { ...BTC, interval: '1m', limit: 1500 } }),
  'GET /web/api/v1/common/trade_tag/list': anyone(),
  'GET /web/global/search/all': anyone({ query: { content: 'usdt' } }),
  'GET /web/global/search/spot/page': anyone({ query: { content: 'usdt', pageSize: 100 } }),
  'GET /web/api/v1/common/rate/list': anyone(),
  'GET /web/api/v1/userCenter/currency': anyone(),
  'GET /web/api/v1/common/fiat_currency/list': anyone(),
  ...FUNDS,
  ...UNBUILT,
  ...VIP,
  ...alertExamples(of),
  ...ABOUT_THE_EXCHANGE,
  'GET /web/api/v1/compliance': anyone(),
  'POST /web/common/public_info_v4': anyone({ body: {} }),
  'GET /web/api/common/nav/list': anyone(),
  'GET /web/api/v1/areaCode/getAreaCode': anyone(),
  'GET /web/api/v1/areaCode/getAreaCodeByIp': anyone(),
  'GET /web/api/v1/common/language/list': anyone(),
  'GET /api/locales/agio': anyone({ query: { locale: ALL_LANGUAGES } }),
  'GET /api/seo-meta/agio': anyone({ query: { locale: ALL_LANGUAGES } }),
  'GET /welfare/api/welfare/rebate/get_default_invite': session(),
  'GET /p2p/trading/switch': anyone(),
  'GET /financial/earn/config/entry/permission': anyone(),
  'GET /web/api/v1/common/invitation_info': session(),
  'POST /welfare/activity/reward/vip': session({ body: {} }),
  'GET /copy/trading/v1/user/ipLimit': anyone(),
  'GET /bonus/v1/getBonusAccount': session(),
  'GET /bonus/v1/rules': anyone(),
  'GET /bonus/v1/existActiveBonus': session(),
  'GET /bonus/v1/closeNotice': session(),
  'GET /financial/dual/market/index-annual-interest-rate': anyone(),
  'GET /welfare/v2/prize/query-wait-pop-record': session(),
  'POST /welfare/v2/prize/close-pop': session({ body: { idList: [1] } }),
  'GET /web/api/v1/chat/settings': anyone(),
  'POST /web/api/v1/chat/send': anyone({
    body: { asUid: of.uid, visitor: '', text: 'who is there?', clientId: 'message-1' },
  }),
  'POST /web/api/v1/chat/read': anyone({ body: { asUid: of.uid, visitor: '', after: 0, seen: 99 } }),
  'POST /web/track': anyone({ body: { events: [{ event: 'page_view', category: 'home' }] } }),
  ...spotExamples(of),
  ...futuresExamples(of, futuresPrice),
});

const spotExamples = (of: Things): Examples => ({
  'POST /web/spot/order/place': session({
    body: { ...BTC, side: 'BUY', type: 'LIMIT', price: '96000', quantity: '0.001' },
  }),
  'POST /web/spot/order/oco/place': session({
    body: { ...BTC, side: 'BUY', quantity: '0.001', price: '95000', stopPrice: '98000' },
  }),
  'POST /web/spot/order/cancel': session({ body: { ...BTC, orderId: of.spotOrder } }),
  'POST /web/spot/order/cancel-all': session({ body: {} }),
  'POST /web/spot/order/amend': session({ body: { ...BTC, orderId: of.spotOrder, quantity: '0.001' } }),
  'GET /web/spot/order/open': session(),
  'GET /web/spot/order/history': session({ query: { pageSize: 100 } }),
  'GET /web/spot/order/fills': session({ query: { pageSize: 100 } }),
  'GET /web/spot/order/by-client-id': session({ query: { ...BTC, clientOrderId: of.spotClientId } }),
});

const futuresExamples = (of: Things, price: string): Examples => ({
  'GET /futures/market/tickers/aggregate': anyone(),
  'GET /futures/market/symbol': anyone(),
  'GET /futures/market/depth': anyone({ query: { ...BTC, limit: 1000 } }),
  'GET /futures/market/deals': anyone({ query: { ...BTC, limit: 500 } }),
  'GET /futures/market/klines': anyone({ query: { ...BTC, interval: '1m', limit: 1000 } }),
  'GET /futures/market/funding-history': anyone({ query: { ...BTC, pageSize: 100 } }),
  'GET /futures/market/liquidations': anyone({ query: { ...BTC, pageSize: 100 } }),
  'GET /futures/market/insurance-fund': anyone(),
  'GET /futures/market/insurance-fund/days': anyone(),
  'GET /futures/market/insurance-fund/movements': anyone({ query: { pageSize: 100 } }),
  'POST /futures/subscribe': anyone({
    body: { channels: [{ channel: 'mark_price' }, { channel: 'depth', params: BTC }, { channel: 'ticker' }] },
  }),
  'POST /futures/order/place': session({ body: { ...BTC, side: 'BUY', type: 'LIMIT', price, quantity: '0.001' } }),
  'POST /futures/order/cancel': session({ body: { ...BTC, orderId: of.futuresOrder } }),
  'POST /futures/order/cancel-all': session({ body: {} }),
  'POST /futures/order/amend': session({ body: { ...BTC, orderId: of.futuresOrder, quantity: '0.001' } }),
  'GET /futures/order/open': session(),
  'GET /futures/order/history': session({ query: { pageSize: 100 } }),
  'GET /futures/order/fills': session({ query: { pageSize: 100 } }),
  'POST /futures/stop-order/place': session({
    body: { ...BTC, side: 'BUY', type: 'STOP', triggerPrice: '150000', quantity: '0.001' },
  }),
  'POST /futures/stop-order/amend': session({
    body: { ...BTC, stopOrderId: of.stopOrder, triggerPrice: '150001' },
  }),
  'POST /futures/stop-order/cancel': session({ body: { ...BTC, stopOrderId: of.stopOrder } }),
  'GET /futures/stop-order/open': session(),
  'GET /futures/stop-order/history': session({ query: { pageSize: 100 } }),
  'GET /futures/position/list': session(),
  'GET /futures/position/history': session({ query: { pageSize: 100 } }),
  'POST /futures/position/exits': session({ body: { ...BTC, takeProfit: { triggerPrice: '150000' } } }),
  'POST /futures/position/margin': session({ body: { ...BTC, action: 'ADD', amount: '1' } }),
  'POST /futures/position/auto-add': session({ body: { ...BTC, on: true } }),
  'GET /futures/account/preference': session({ query: BTC }),
  'POST /futures/account/leverage': session({ body: { ...BTC, leverage: 3 } }),
  'POST /futures/account/margin-mode': session({ body: { ...BTC, marginMode: 'CROSS' } }),
  'POST /futures/account/position-mode': session({ body: { positionMode: 'ONE_WAY' } }),
  'GET /futures/account/capital': session(),
  'GET /futures/account/funding': session({ query: { pageSize: 100 } }),
  'GET /futures/account/statement': session({ query: { pageSize: 100 } }),
  'GET /futures/account/receipts': session({ query: { pageSize: 100 } }),
});
