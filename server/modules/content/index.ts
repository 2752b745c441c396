/** Content: the site's public texts and settings, and fixed answers for products that do not exist yet. */
import { join } from 'node:path';
import { implement, type Route } from '@agio/contracts/endpoint';
import * as siteSettings from '@agio/contracts/http/site-settings';
import * as contract from '@agio/contracts/http/content';
import { normalizeLocale } from '@agio/contracts/locales';
import { countryOfAddress } from '../../external/index.ts';
import type { Module } from '../module.ts';
import type { Db } from '../../store/index.ts';
import { AREA_CODES } from './area-codes.ts';
import { createDictionaries, type Dictionaries, languagesOf } from './dictionaries.ts';
import { seoRoutes } from './seo.ts';
import { type SystemStatusSource, systemStatusRoutes } from './system-status.ts';
import { tradingApiRoutes } from './trading-api.ts';
import { unbuiltRoutes } from './unbuilt.ts';

const NAVIGATION = [
  { key: 'market', path: '/market', isNew: false },
  { key: 'spot', path: '/spot-trade/BTCUSDT', isNew: false },
  { key: 'assets', path: '/assets', isNew: false },
];
export interface ContentOptions {
  readonly db: Db;
  readonly isDemo: boolean;
  /** The calls of all modules, once they are composed. */
  readonly routesOfAll: () => readonly Route[];
  readonly system: SystemStatusSource;
  /** Where the dictionaries are; the site's own unless said. */
  readonly localesDirectory?: string;
}

export function createContent(options: ContentOptions): Module {
  const directory = options.localesDirectory ?? join(import.meta.dirname, '../../../web/locales');
  const dictionaries = createDictionaries(directory);
  return {
    routes: [
      ...settingsRoutes(options.isDemo, dictionaries),
      ...textRoutes(dictionaries),
      ...seoRoutes(options.db, dictionaries),
      ...unbuiltRoutes(),
      ...tradingApiRoutes(options.routesOfAll),
      ...systemStatusRoutes(options.system),
    ],
  };
}

function settingsRoutes(isDemo: boolean, dictionaries: Dictionaries): Route[] {
  return [
    implement(siteSettings.publicInfo, async () => ({
      switch: { spot: true, futures: true, copy: false, p2p: false, earn: false, bonus: false },
      urls: {},
      limitCountryList: [],
      klineColor: { up: '#2ebd85', down: '#f6465d' },
      seo: { title: 'Agio', description: 'A whole crypto exchange anyone can run' },
      withdrawLimit: { noAuth: '0', lv1: '0', lv2: '0' },
      lockTimes: { loginPasswordHours: 24, capitalPasswordHours: 24, safeSettingWithdrawHours: 24 },
      copyTrading: false,
      bonusTrading: false,
      isDemo,
      localeVersion: dictionaries.versionMs(),
    })),
    implement(contract.navList, async () => NAVIGATION),
    implement(contract.areaCodes, async () =>
      AREA_CODES.map(([areaCode, countryCode, name]) => ({ areaCode, countryCode, name })),
    ),
    implement(contract.areaCodeByIp, async ({ caller }) => {
      const country = await countryOfAddress(caller.ip);
      const known = AREA_CODES.find(([, countryCode]) => countryCode === country);
      return known ? { areaCode: known[0], countryCode: known[1], name: known[2] } : null;
    }),
  ];
}

function textRoutes(dictionaries: Dictionaries): Route[] {
  const asked = (text: string): string[] => text.split(',').map(normalizeLocale);
  return [
    implement(siteSettings.languageList, async () => languagesOf(dictionaries.locales)),
    implement(contract.locales, async ({ query }) =>
      dictionaries.readJson(asked(query.locale), query.domains?.split(',')),
    ),
  ];
}
