/** An example of every call of the operator. */
import { type Examples, operator, type Things } from './example.ts';

const BTC = { symbol: 'BTCUSDT' };
const rates = { spotMaker: '0.0008', spotTaker: '0.001', futuresMaker: '0.0002', futuresTaker: '0.0005' };
/** Long after any test. */
const expiresAt = Date.UTC(2100, 0, 1);

/** Each names the person's things where it can name any. */
export const operatorExamples = ({ email }: Things): Examples => ({
  'POST /operator/user/create': operator({ body: { email: 'made@test.agio.example', password: 'a long password' } }),
  'POST /operator/user/token': operator({ body: { email } }),
  'POST /operator/user/trade-group': operator({ body: { email, tradeGroupId: 7 } }),
  'POST /operator/user/restrict': operator({ body: { email, closeOnly: false } }),
  'POST /operator/user/fee-tier': operator({ body: { email, own: rates } }),
  'POST /operator/bonus/grant': operator({ body: { grantId: 901, email, asset: 'USDT', amount: '1', expiresAt } }),
  'POST /operator/bonus/revoke': operator({ body: { grantId: 901, reason: 'a test' } }),
  'POST /operator/fee-voucher/grant': operator({
    body: { voucherId: 902, email, asset: 'USDT', amount: '1', expiresAt },
  }),
  'POST /operator/fee-voucher/cancel': operator({ body: { voucherId: 902 } }),
  'POST /operator/voucher-position/open': operator({
    body: { voucherId: 903, email, ...BTC, side: 'BUY', leverage: 5, amount: '10' },
  }),
  'POST /operator/correction': operator({
    body: {
      correctionId: 904,
      corrects: 'TEST 1',
      reason: 'a test',
      asset: 'USDT',
      entries: [
        { email, account: 'SPOT', amount: '-1' },
        { account: 'HOUSE', amount: '1' },
      ],
    },
  }),
  'POST /operator/profit/withhold': operator({
    body: { withholdingId: 905, email, grantId: 901, amount: '1', reason: 'a test' },
  }),
  'POST /operator/pool/fund': operator({ body: { pool: 'INSURANCE', asset: 'USDT', amount: '1' } }),
  'GET /operator/pool/list': operator(),
  'GET /operator/ledger': operator(),
  'GET /operator/state': operator(),
  'GET /operator/market/parameters': operator({ query: BTC }),
  'POST /operator/market/parameters': operator({ body: { ...BTC, version: 2, changes: { minAmount: '5' } } }),
  'GET /operator/contract/parameters': operator({ query: BTC }),
  'POST /operator/contract/parameters': operator({ body: { ...BTC, version: 2, changes: { minNotional: '5' } } }),
  'POST /operator/market/status': operator({ body: { symbol: 'ADAUSDT', status: 'HALTED' } }),
  'POST /operator/contract/status': operator({ body: { symbol: 'DOGEUSDT', status: 'CANCEL_ONLY' } }),
  'POST /operator/demo/shock': operator({ body: { symbol: 'DOGEUSDT', percent: -1, forSeconds: 1 } }),
  'POST /operator/verification/set': operator({ body: { loginAfterFailures: 0 } }),
  'POST /operator/notice/set': operator({
    body: { countries: ['ZZ'], title: 'A title', content: 'A text', button: 'Read' },
  }),
  'POST /operator/notice/clear': operator({ body: { countries: ['ZZ'] } }),
  'POST /operator/seo/set': operator({
    body: { locale: 'en-us', pattern: '/download', fields: { title: 'A title' } },
  }),
  'GET /operator/seo/list': operator(),
  'POST /operator/seo/remove': operator({ body: { locale: 'en-us', pattern: '/download' } }),
  'GET /operator/chat/list': operator({ query: { state: 'all' } }),
  'GET /operator/chat/show': operator({ query: { id: 1 } }),
  'POST /operator/chat/answer': operator({ body: { id: 1, text: 'We look into it.', clientId: 'answer-1' } }),
  'POST /operator/chat/close': operator({ body: { id: 1 } }),
  'GET /operator/track': operator(),
  'GET /operator/audit/list': operator(),
  'GET /operator/vip-contact/list': operator(),
  'GET /operator/audit/verify': operator(),
});
