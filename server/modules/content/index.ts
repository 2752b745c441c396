/** Content: what the site says of itself before it knows who asks. */
import { implement, type Route } from '@agio/contracts/endpoint';
import * as contract from '@agio/contracts/http/common';

const LANGUAGES = [
  { languageKey: 'en-us', name: 'English', isRightToLeft: false },
  { languageKey: 'fa-ir', name: 'فارسی', isRightToLeft: true },
];

export interface ContentOptions {
  readonly isDemo: boolean;
}

export function createContent({ isDemo }: ContentOptions): { readonly routes: Route[] } {
  return {
    routes: [
      implement(contract.languageList, async () => LANGUAGES),
      implement(contract.publicInfo, async () => ({
        switch: { spot: true, futures: false, copy: false, p2p: false, earn: false, bonus: false },
        urls: {},
        limitCountryList: [],
        klineColor: { up: '#2ebd85', down: '#f6465d' },
        seo: { title: 'Agio', description: 'A whole crypto exchange anyone can run' },
        withdrawLimit: { noAuth: '0', lv1: '0', lv2: '0' },
        lockTimes: { loginPasswordHours: 24, capitalPasswordHours: 24, safeSettingWithdrawHours: 24 },
        copyTrading: false,
        bonusTrading: false,
        isDemo,
        localeVersion: 1,
      })),
    ],
  };
}
