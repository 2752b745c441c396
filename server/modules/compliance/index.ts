/** Notices of restricted locations (growth 8.2): an operator writes them by country set and language, the page asks for its own. */
import { implement } from '@agio/contracts/endpoint';
import * as contract from '@agio/contracts/http/compliance';
import { compliance as ownNotice } from '@agio/contracts/http/content';
import { countryOfAddress } from '../../external/index.ts';
import type { Module } from '../module.ts';
import type { Db, Store } from '../../store/index.ts';
import { chooseNotice, joinCountries, type Notice } from './choose-notice.ts';

const NO_NOTICE = { display: false, title: '', content: '', button: '' };

export function createCompliance({ store: { db } }: { readonly store: Store }): Module {
  return {
    routes: [
      implement(ownNotice, async ({ caller }) => {
        const notices = await readNotices(db);
        if (notices.length === 0) return NO_NOTICE;
        const chosen = chooseNotice(notices, await countryOfAddress(caller.ip), caller.locale);
        if (chosen === null) return NO_NOTICE;
        const { display, title, content, button } = chosen;
        return { display, title, content, button };
      }),
      implement(contract.operatorSetNotice, async ({ body }) => {
        const { countries, ...text } = body;
        const row = { countries: joinCountries(countries), ...text, updated_at_ms: Date.now() };
        await db
          .insertInto('location_notices')
          .values(row)
          .onConflict((conflict) => conflict.columns(['countries', 'locale']).doUpdateSet(row))
          .execute();
        return { notices: (await readNotices(db)).map(withCountryList) };
      }),
      implement(contract.operatorClearNotice, async ({ body }) => {
        const { locale } = body;
        const named = db.deleteFrom('location_notices').where('countries', '=', joinCountries(body.countries));
        const { numDeletedRows } = await (
          locale === undefined ? named : named.where('locale', '=', locale)
        ).executeTakeFirst();
        return { removed: Number(numDeletedRows) };
      }),
    ],
  };
}

function readNotices(db: Db): Promise<Notice[]> {
  return db
    .selectFrom('location_notices')
    .select(['countries', 'locale', 'display', 'title', 'content', 'button'])
    .orderBy('countries')
    .orderBy('locale')
    .execute();
}

function withCountryList({ countries, ...notice }: Notice): Omit<Notice, 'countries'> & { countries: string[] } {
  return { countries: countries === '' ? [] : countries.split(','), ...notice };
}
