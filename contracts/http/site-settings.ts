/** What every page needs before it knows its user: languages, rates and currencies, public settings. */
import { z } from 'zod';
import { endpoint, type Permission } from '../endpoint.ts';

const anyone: Permission = { kind: 'public' };

export const languageList = endpoint({
  method: 'GET',
  path: '/web/api/v1/common/language/list',
  summary: 'The supported languages',
  permission: anyone,
  data: z.array(z.object({ languageKey: z.string(), name: z.string(), isRightToLeft: z.boolean() })),
});

/** One base is worth `rate` quote. */
const rate = z.object({ baseSymbol: z.string(), quoteSymbol: z.string(), rate: z.string() });
export type CurrencyRate = z.output<typeof rate>;

export const rateList = endpoint({
  method: 'GET',
  path: '/web/api/v1/common/rate/list',
  summary: 'What coins and currencies are worth, for display only',
  permission: anyone,
  data: z.object({ rateList: z.array(rate), quoteCurrency: z.string() }),
});

export const currencyList = endpoint({
  method: 'GET',
  path: '/web/api/v1/userCenter/currency',
  summary: 'The currencies a person can count in',
  permission: anyone,
  /** `content` is CODE_symbol, e.g. EUR_€. */
  data: z.array(z.object({ id: z.int(), content: z.string(), avatar: z.string().nullable() })),
});

export const fiatCurrencyList = endpoint({
  method: 'GET',
  path: '/web/api/v1/common/fiat_currency/list',
  summary: 'Display rules of each currency',
  permission: anyone,
  data: z.array(
    z.object({
      precision: z.int(),
      moneySymbol: z.string(),
      countryCoin: z.string(),
      currencyPrecisions: z.array(z.object({ coinSymbol: z.string(), precision: z.int() })),
    }),
  ),
});

export const publicInfo = endpoint({
  method: 'POST',
  path: '/web/common/public_info_v4',
  summary: 'Settings of the whole site',
  permission: anyone,
  data: z.object({
    /** Whether a product is on. */
    switch: z.record(z.string(), z.boolean()),
    urls: z.record(z.string(), z.string()),
    limitCountryList: z.array(z.string()),
    klineColor: z.object({ up: z.string(), down: z.string() }),
    seo: z.object({ title: z.string(), description: z.string() }),
    /** Most that leaves in a day, in USDT. */
    withdrawLimit: z.object({ noAuth: z.string(), lv1: z.string(), lv2: z.string() }),
    lockTimes: z.object({
      loginPasswordHours: z.int(),
      capitalPasswordHours: z.int(),
      safeSettingWithdrawHours: z.int(),
    }),
    copyTrading: z.boolean(),
    bonusTrading: z.boolean(),
    isDemo: z.boolean(),
    localeVersion: z.int(),
  }),
});

export const systemStatus = endpoint({
  method: 'GET',
  path: '/web/api/v1/common/status',
  summary: 'Whether the exchange trades, and how far its log of commands is on disk',
  permission: anyone,
  data: z.object({
    /** OPEN as `/readyz` says ready; STOPPED: the ledger of a coin did not sum to zero, and nothing trades until an operator has looked. */
    status: z.enum(['OPEN', 'NOT_READY', 'STOPPED']),
    /** The last command that is on disk. */
    seq: z.int(),
    /** Coins, each with a ledger that is added up after every command. */
    coins: z.int(),
  }),
});
