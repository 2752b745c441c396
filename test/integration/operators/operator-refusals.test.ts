/** Refusals of operators' calls name the field, account or id, and say what to do. */
import { REFUSALS, type RefusalName } from '@agio/contracts/errors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bootExchange, type TestExchange, type TestUser } from '../../exchange.ts';

const NOBODY = 'nobody@agio.example';
let exchange: TestExchange;
let user: TestUser;
beforeAll(async () => {
  exchange = await bootExchange();
  user = await exchange.createUser({ USDT: '100' });
});
afterAll(() => exchange?.close());

async function operate<Data = unknown>(path: string, body?: object, key?: string): Promise<Data> {
  const answer = await exchange.operate<Data>(path, body, key);
  expect(answer).toMatchObject({ code: 0 });
  return answer.data;
}

/** The whole sentence, under the code that it has had. */
async function expectRefused(path: string, body: object, refusal: RefusalName, sentence: string): Promise<void> {
  const { code, msg } = await exchange.operate(path, body);
  expect([code, msg]).toEqual([REFUSALS[refusal].code, sentence]);
}

const inAnHour = (): number => Date.now() + 3_600_000;
const badRequest = (detail: string): string => `Something in the request is not valid: ${detail}.`;
const changeOf = async (kind: 'market' | 'contract', symbol: string, changes: object): Promise<object> => {
  const { version } = await operate<{ version: number }>(`/operator/${kind}/parameters?symbol=${symbol}`);
  return { symbol, version: version + 1, changes };
};

test('a pool cannot be funded with a zero amount or an unknown coin', async () => {
  const fund = { pool: 'INSURANCE', asset: 'USDT', amount: '0' };
  await expectRefused('/operator/pool/fund', fund, 'BAD_FIELDS', 'amount must be above 0.');
  const other = { ...fund, asset: 'NONE', amount: '1' };
  await expectRefused('/operator/pool/fund', other, 'UNKNOWN_ASSET', 'There is no asset NONE.');
});

test('a bonus with invalid terms is refused, naming the term and what it may be', async () => {
  await operate('/operator/pool/fund', { pool: 'BONUS_POOL', asset: 'USDT', amount: '80' });
  const grant = { grantId: 7, email: user.email, asset: 'USDT', amount: '50', expiresAt: inAnHour() };
  const path = '/operator/bonus/grant';
  const refused = (changes: object, refusal: RefusalName, sentence: string): Promise<void> =>
    expectRefused(path, { ...grant, ...changes }, refusal, sentence);
  await refused({ amount: '0' }, 'BAD_FIELDS', 'amount must be above 0.');
  await refused(
    { asset: 'BTC' },
    'BAD_FIELDS',
    'asset must be USDT, in which the contracts settle: bonus pays nothing else.',
  );
  await refused(
    { mode: 'RATIO' },
    'BAD_FIELDS',
    'Mode RATIO needs ratio, the share that bonus pays: above 0, 1 at most.',
  );
  await refused({ ratio: '0.5' }, 'BAD_FIELDS', 'ratio goes with mode RATIO only, and this is BONUS_FIRST.');
  await refused({ expiresAt: 1 }, 'ALREADY_ENDED', 'expiresAt must be in the future.');
  await refused(
    { minOwnFunds: '20.5' },
    'OWN_FUNDS',
    `The futures wallet of ${user.email} holds less than minOwnFunds, 20.5 USDT.`,
  );
  await refused(
    { amount: '80.5' },
    'POOL_SHORT',
    'BONUS_POOL holds 80 USDT, and this needs 80.5. Bring more in with pool fund, or take less.',
  );
  await refused({ email: NOBODY }, 'NOT_FOUND', `Not found: nobody has the e-mail address ${NOBODY}.`);
  await refused({ symbols: ['BTCUSDT', 'ETHBTC'] }, 'UNKNOWN_MARKET', 'symbols: there is no contract ETHBTC.');
  await refused({ grantId: null }, 'BAD_REQUEST', badRequest('grantId must be a whole number above 0'));
  await refused({ grant: 7 }, 'BAD_REQUEST', badRequest('the request has no field grant'));
  await operate(path, grant);
  await refused({ amount: '20' }, 'ALREADY_EXISTS', 'Bonus grant 7 exists already, with other terms. Use another id.');
});

test('a profit is withheld after the grant was revoked: before, the sentence says so', async () => {
  const path = '/operator/profit/withhold';
  const withholding = { withholdingId: 3, email: user.email, grantId: 7, amount: '30', reason: 'two accounts' };
  const refused = (changes: object, refusal: RefusalName, sentence: string): Promise<void> =>
    expectRefused(path, { ...withholding, ...changes }, refusal, sentence);
  await refused({}, 'ACCOUNT_STATE', 'Revoke grant 7 first: only then its profit can be withheld.');
  await refused({ amount: '0' }, 'BAD_FIELDS', 'amount must be above 0.');
  await refused({ grantId: 8 }, 'UNKNOWN_ID', `There is no bonus grant 8 of ${user.email}.`);
  const revoke = { grantId: 8, reason: 'abuse' };
  await expectRefused('/operator/bonus/revoke', revoke, 'UNKNOWN_ID', 'There is no bonus grant 8.');
  await operate('/operator/bonus/revoke', { ...revoke, grantId: 7 });
  await operate(path, withholding);
  await refused({ amount: '9' }, 'ALREADY_EXISTS', 'Withholding 3 exists already, with other terms. Use another id.');
});

test('a fee voucher pays a share above 0 and up to 1, from a pool with enough money, in existing markets', async () => {
  const path = '/operator/fee-voucher/grant';
  const voucher = { voucherId: 9, email: user.email, asset: 'USDT', amount: '2', expiresAt: inAnHour() };
  const refused = (changes: object, refusal: RefusalName, sentence: string): Promise<void> =>
    expectRefused(path, { ...voucher, ...changes }, refusal, sentence);
  const share = 'ratio must be above 0 and at most 1: it is the share of a fee that is paid.';
  await refused({ ratio: '0' }, 'BAD_FIELDS', share);
  await refused({ ratio: '1.5' }, 'BAD_FIELDS', share);
  await refused({ amount: '0' }, 'BAD_FIELDS', 'amount must be above 0.');
  await refused(
    {},
    'POOL_SHORT',
    'PRIZE_POOL holds 0 USDT, and this needs 2. Bring more in with pool fund, or take less.',
  );
  await refused({ products: ['SPOT', 'SPOT'] }, 'BAD_REQUEST', badRequest('products must name each product once'));
  await refused({ symbols: ['NONEUSDT'] }, 'UNKNOWN_MARKET', 'symbols: there is no market or contract NONEUSDT.');
  await refused(
    { symbols: ['ETHBTC'], products: ['FUTURES'] },
    'UNKNOWN_MARKET',
    'symbols: there is no contract ETHBTC.',
  );
  await operate('/operator/pool/fund', { pool: 'PRIZE_POOL', asset: 'USDT', amount: '10' });
  await operate(path, { ...voucher, symbols: ['ETHBTC', 'BTCUSDT'] });
  await refused({}, 'ALREADY_EXISTS', 'Fee voucher 9 exists already, with other terms. Use another id.');
  await expectRefused('/operator/fee-voucher/cancel', { voucherId: 8 }, 'UNKNOWN_ID', 'There is no fee voucher 8.');
});

test('a correction that cannot be posted names the account that holds too little', async () => {
  const path = '/operator/correction';
  const named = { correctionId: 1, corrects: 'SPOT_TRADE 77', reason: 'wrong side', asset: 'USDT' };
  const { email } = user;
  const refused = (entries: object[], refusal: RefusalName, sentence: string): Promise<void> =>
    expectRefused(path, { ...named, entries }, refusal, sentence);
  const mine = (account: string, amount: string): object => ({ email, account, amount });
  const house = (account: string, amount: string): object => ({ account, amount });
  for (const account of ['HOUSE', 'HOUSE_FEE'])
    await refused(
      [house(account, '-3'), mine('SPOT', '3')],
      'POOL_SHORT',
      `${account} holds 0 USDT, and this needs 3.`,
    );
  await refused(
    [mine('SPOT', '-100.5'), house('HOUSE', '100.5')],
    'INSUFFICIENT_BALANCE',
    `100 USDT may leave ${email}:SPOT, and this takes 100.5.`,
  );
  await refused(
    [mine('FUTURES', '-1'), house('HOUSE', '1')],
    'INSUFFICIENT_BALANCE',
    `0 USDT may leave ${email}:FUTURES, and this takes 1.`,
  );
  await expectRefused(
    path,
    { ...named, asset: 'BTC', entries: [mine('FUTURES', '1'), house('EXTERNAL', '-1')] },
    'BAD_FIELDS',
    'A FUTURES wallet is corrected in USDT only, not in BTC.',
  );
  const entries = [mine('SPOT', '-1'), house('HOUSE', '1')];
  await operate(path, { ...named, entries });
  await expectRefused(
    path,
    { ...named, reason: 'another', entries },
    'ALREADY_EXISTS',
    'Correction 1 exists already, with other terms. Use another id.',
  );
});

test('the answer that a key got the first time is named as such', async () => {
  const fund = { pool: 'EARN_POOL', asset: 'USDT', amount: '0' };
  const first = await exchange.operate('/operator/pool/fund', fund, 'the-same');
  expect(first.msg).toBe('amount must be above 0.');
  const { code, msg } = await exchange.operate('/operator/pool/fund', fund, 'the-same');
  expect(code).toBe(first.code);
  expect(msg).toContain('the answer that this Idempotency-Key got the first time');
});

test('invalid parameters are refused, naming the field and what it may be; a change must name a field', async () => {
  const refused = async (kind: 'market' | 'contract', changes: object, sentence: string): Promise<void> =>
    expectRefused(
      `/operator/${kind}/parameters`,
      await changeOf(kind, 'XRPUSDT', changes),
      'BAD_CONFIGURATION',
      sentence,
    );
  await refused('market', { takerFeeRate: '2' }, 'takerFeeRate must be 0.5 or less.');
  await refused('market', { minPrice: '5', maxPrice: '4' }, 'maxPrice must not be below minPrice; 0 is no limit.');
  await refused('contract', { tiers: [] }, 'tiers must be a list of 1 to 32 tiers, all of them.');
  await refused(
    'contract',
    { fundingIntervalHours: 7 },
    'fundingIntervalHours must divide a day into whole parts: 1, 2, 3, 4, 6, 8, 12 or 24.',
  );
  await refused(
    'contract',
    { leverageMax: 200 },
    'leverageMax must be 125 or less, which is what the highest tier of leverage allows.',
  );
  for (const kind of ['market', 'contract'] as const)
    await expectRefused(
      `/operator/${kind}/parameters`,
      await changeOf(kind, 'XRPUSDT', {}),
      'BAD_REQUEST',
      badRequest('changes must name a field to change'),
    );
  const change = { symbol: 'NONEUSDT', version: 2, changes: { maxAmends: 1 } };
  await expectRefused('/operator/market/parameters', change, 'UNKNOWN_MARKET', 'There is no market NONEUSDT.');
  await expectRefused('/operator/contract/parameters', change, 'UNKNOWN_MARKET', 'There is no contract NONEUSDT.');
});

test('a status change that is not allowed, or of a settled or delisted market, is refused with the reason', async () => {
  const status = (kind: string, symbol: string, to: string, sentence: string): Promise<void> =>
    expectRefused(`/operator/${kind}/status`, { symbol, status: to }, 'MARKET_STATUS', sentence);
  await status('market', 'DOGEUSDT', 'TRADING', 'DOGEUSDT is TRADING already.');
  await status(
    'market',
    'DOGEUSDT',
    'POST_ONLY',
    'DOGEUSDT is TRADING, which becomes HALTED, MAINTENANCE or DELISTED, not POST_ONLY.',
  );
  for (const to of ['HALTED', 'POST_ONLY']) await operate('/operator/market/status', { symbol: 'ADAUSDT', status: to });
  await status(
    'market',
    'ADAUSDT',
    'HALTED',
    'ADAUSDT is POST_ONLY, which becomes TRADING, MAINTENANCE or DELISTED, not HALTED.',
  );
  await operate('/operator/market/status', { symbol: 'ADAUSDT', status: 'MAINTENANCE' });
  await status(
    'market',
    'ADAUSDT',
    'TRADING',
    'ADAUSDT is MAINTENANCE, which becomes what it was before, or DELISTED, not TRADING.',
  );
  await status('contract', 'DOGEUSDT', 'OPEN', 'DOGEUSDT is OPEN already.');
  await operate('/operator/market/status', { symbol: 'DOGEUSDT', status: 'DELISTED' });
  await operate('/operator/contract/status', { symbol: 'DOGEUSDT', status: 'SETTLED' });
  const over = {
    market: 'DOGEUSDT is delisted, and that is for good.',
    contract: 'DOGEUSDT is settled, and that is for good.',
  };
  await status('market', 'DOGEUSDT', 'TRADING', over.market);
  await status('contract', 'DOGEUSDT', 'OPEN', over.contract);
  for (const kind of ['market', 'contract'] as const)
    await expectRefused(
      `/operator/${kind}/parameters`,
      await changeOf(kind, 'DOGEUSDT', { maxAmends: 1 }),
      'MARKET_STATUS',
      `${over[kind]} Its parameters stay as they are.`,
    );
  const unknown = { symbol: 'NONEUSDT', status: 'HALTED' };
  await expectRefused('/operator/market/status', unknown, 'UNKNOWN_MARKET', 'There is no market NONEUSDT.');
  const shock = { symbol: 'NONEUSDT', percent: -1 };
  await expectRefused('/operator/demo/shock', shock, 'UNKNOWN_MARKET', 'The demo has no price of NONEUSDT.');
});

test('fee rates that no user can have are named', async () => {
  const own = { spotMaker: '0', spotTaker: '0.001', futuresMaker: '0', futuresTaker: '0.001' };
  const refused = (tier: object, sentence: string): Promise<void> =>
    expectRefused('/operator/user/fee-tier', { email: user.email, ...tier }, 'BAD_FIELDS', sentence);
  await refused({ own, trial: own }, 'trial and trialEnd go together: give both or none.');
  await refused({ own: { ...own, spotTaker: '0.6' } }, 'spotTaker must be 0.5 or less.');
  await refused(
    { own: { ...own, futuresMaker: '-0.002' } },
    'futuresMaker may be no larger a rebate than futuresTaker pays.',
  );
});
