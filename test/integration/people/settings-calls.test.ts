/** The calls that tell a page about the site, its money and its user: their fields are the contract. */
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

const get = async (path: string) => (await exchange.call<never>('GET', path)).data;
const own = (path: string, token = user.token) => exchange.call<never>('GET', path, undefined, { token });

test('C4 the rates of fees of a person; a visitor has none', async () => {
  expect((await own('/web/user/vip/user_rate')).data).toMatchObject({
    vipLevel: 0,
    spotMakerRate: expect.stringMatching(/^0\.\d+$/) as string,
    spotTakerRate: expect.stringMatching(/^0\.\d+$/) as string,
    futureMakerRate: expect.stringMatching(/^0\.\d+$/) as string,
    futureTakerRate: expect.stringMatching(/^0\.\d+$/) as string,
    isExperience: false,
  });
  expect((await own('/web/user/vip/user_rate', '')).code).toBe(REFUSALS.NOT_LOGGED_IN.code);
});

test('C5 the status of identity verification is no_auth for every user', async () => {
  expect((await own('/web/user/kyc/status')).data).toEqual({ lv1: 'no_auth', lv2: 'no_auth' });
});

test('C12 E5 what coins and currencies are worth: base, quote, rate; counted in USD', async () => {
  const { rateList, quoteCurrency } = (await get('/web/api/v1/common/rate/list')) as {
    rateList: { baseSymbol: string; quoteSymbol: string; rate: string }[];
    quoteCurrency: string;
  };
  expect(quoteCurrency).toBe('USD');
  const rateOf = (base: string, quote: string) =>
    rateList.find(({ baseSymbol, quoteSymbol }) => baseSymbol === base && quoteSymbol === quote)?.rate;
  expect(rateOf('USDT', 'USD')).toBe('1');
  for (const { rate } of rateList) expect(Number(rate)).toBeGreaterThan(0);
  expect(Number(rateOf('USD', 'EUR'))).toBeLessThan(2);
});

test('C13 E5 the currencies a person can count in, as CODE_symbol', async () => {
  const list = (await get('/web/api/v1/userCenter/currency')) as { id: number; content: string }[];
  expect(list).toContainEqual({ id: expect.any(Number) as number, content: 'EUR_€', avatar: null });
  for (const { content } of list) expect(content).toMatch(/^[A-Z]{3}_\S+$/);
});

test('C14 E5 how each currency is written, and each coin in it', async () => {
  const list = (await get('/web/api/v1/common/fiat_currency/list')) as {
    countryCoin: string;
    moneySymbol: string;
    precision: number;
    currencyPrecisions: { coinSymbol: string; precision: number }[];
  }[];
  const byCode = new Map(list.map((fiat) => [fiat.countryCoin, fiat]));
  expect(byCode.get('JPY')).toMatchObject({ moneySymbol: '¥', precision: 0 });
  expect(byCode.get('USD')?.currencyPrecisions.map(({ coinSymbol }) => coinSymbol)).toContain('BTC');
});

test('C18 E2 the settings of the whole site', async () => {
  const { data } = await exchange.call('POST', '/web/common/public_info_v4', {});
  expect(data).toMatchObject({
    switch: { spot: true, futures: true, copy: false, p2p: false, earn: false, bonus: false },
    urls: {},
    limitCountryList: [],
    klineColor: { up: expect.any(String) as string, down: expect.any(String) as string },
    seo: { title: expect.any(String) as string, description: expect.any(String) as string },
    withdrawLimit: { noAuth: expect.any(String) as string, lv1: expect.any(String) as string },
    lockTimes: { loginPasswordHours: 24, capitalPasswordHours: 24, safeSettingWithdrawHours: 24 },
    copyTrading: false,
    bonusTrading: false,
    localeVersion: expect.any(Number) as number,
  });
});

test('the status of the exchange tells anybody that it trades and which command is on disk, and no sums', async () => {
  const status = async () => (await get('/web/api/v1/common/status')) as { status: string; seq: number; coins: number };
  const before = await status();
  expect(before).toEqual({
    status: 'OPEN',
    seq: expect.any(Number) as number,
    coins: expect.any(Number) as number,
  });
  expect(before.coins).toBeGreaterThan(3);
  // A deposit is one command at least.
  await exchange.createUser({ USDT: '1' });
  expect((await status()).seq).toBeGreaterThan(before.seq);
});

test('C28 L4 E10 the supported languages, with their keys', async () => {
  expect(await get('/web/api/v1/common/language/list')).toEqual(
    expect.arrayContaining([
      { languageKey: 'en-us', name: 'English', isRightToLeft: false },
      { languageKey: 'fa-ir', name: 'فارسی', isRightToLeft: true },
    ]),
  );
});

test('C33 E6 GraphQL answers rates, fiat details, currencies, coins and pairs; an unknown field is an error', async () => {
  const ask = async (query: string) => {
    const answer = await fetch(`${exchange.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: exchange.url },
      body: JSON.stringify({ query }),
    });
    return (await answer.json()) as { data?: Record<string, unknown[]>; errors?: { message: string }[] };
  };
  const { errors } = await ask('{ nothing }');
  expect(errors?.at(-1)?.message).toMatch(/nothing/);
  const { data } = await ask(`{
    rates { baseSymbol quoteSymbol rate }
    fiatDetails { countryCoin moneySymbol precision }
    currencies { id content avatar }
    spotCoins { name fullName precision isOpen }
    spotPairs { symbol base quote }
  }`);
  expect(data?.rates).toContainEqual({ baseSymbol: 'USDT', quoteSymbol: 'USD', rate: '1' });
  expect(data?.fiatDetails).toContainEqual({ countryCoin: 'JPY', moneySymbol: '¥', precision: 0 });
  expect(data?.currencies).toContainEqual({ id: expect.any(Number) as number, content: 'EUR_€', avatar: null });
  expect(data?.spotCoins).toContainEqual(expect.objectContaining({ name: 'BTC', fullName: 'Bitcoin' }));
  expect(data?.spotPairs).toContainEqual({ symbol: 'BTCUSDT', base: 'BTC', quote: 'USDT' });
});
