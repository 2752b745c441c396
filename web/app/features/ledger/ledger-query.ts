/** The filters of the ledger page, read from its address and written for the server. Days are in UTC. */
import type { QueryOf } from '@agio/contracts/calls';
import { DEFAULTS } from '@agio/contracts/defaults';
import { LEDGER_LIMIT, LEDGER_TYPES, type LedgerType } from '@agio/contracts/ledger';
import { USER_WALLETS } from '@agio/core/words';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const ASSET = /^[A-Z0-9]{1,16}$/;
const LAST_PAGE = Math.ceil(LEDGER_LIMIT / DEFAULTS.pageSize);

/** The filters; an empty one is not set. */
export interface LedgerFilter {
  readonly wallet: (typeof USER_WALLETS)[number] | '';
  readonly asset: string;
  readonly type: LedgerType | '';
  /** First and last day, such as 2026-02-28. */
  readonly from: string;
  readonly to: string;
}

/** Reads the filters of an address; invalid values are left out. */
export function readFilter(search: URLSearchParams): LedgerFilter {
  const given = (name: string) => search.get(name) ?? '';
  return {
    wallet: USER_WALLETS.find((wallet) => wallet === given('wallet')) ?? '',
    asset: ASSET.test(given('asset')) ? given('asset') : '',
    type: LEDGER_TYPES.find((type) => type === given('type')) ?? '',
    from: dayOf(given('from')),
    to: dayOf(given('to')),
  };
}

export function readPage(search: URLSearchParams): number {
  const page = Number(search.get('page'));
  return Number.isSafeInteger(page) && page >= 1 ? Math.min(page, LAST_PAGE) : 1;
}

/** The query of an address, with `?`; empty for the first page without filters. */
export function searchOf(filter: LedgerFilter, page: number): string {
  const given = Object.entries({ ...filter, page: page > 1 ? String(page) : '' }).filter(([, value]) => value !== '');
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}

/** The query for the server; the last day is included as a whole. */
export function callQuery({ wallet, asset, type, from, to }: LedgerFilter): QueryOf<'GET /web/account/ledger/export'> {
  return {
    ...(wallet === '' ? {} : { wallet }),
    ...(asset === '' ? {} : { asset }),
    ...(type === '' ? {} : { type }),
    ...(from === '' ? {} : { from: Date.parse(`${from}T00:00:00.000Z`) }),
    ...(to === '' ? {} : { to: Date.parse(`${to}T23:59:59.999Z`) }),
  };
}

/** The day, or empty if the text is no calendar day since 1970. */
function dayOf(text: string): string {
  if (!DAY.test(text)) return '';
  const time = Date.parse(`${text}T00:00:00.000Z`);
  return time >= 0 && new Date(time).toISOString().startsWith(text) ? text : '';
}
