/** The ledger as one file, fetched piece by piece: only the newest piece is text in the page's memory, the others are the browser's. */
import type { QueryOf } from '@agio/contracts/calls';
import { BYTE_ORDER_MARK } from '@agio/contracts/csv';
import { type Call, request } from '../../api/request.ts';
import type { LedgerFilter } from './ledger-query.ts';

const TYPE = 'text/csv;charset=utf-8';

/** `tell` hears how many entries have come so far. Throws where a piece fails: half a statement is none. */
export async function ledgerFile(
  call: Call,
  query: QueryOf<'GET /web/account/ledger/export'>,
  tell: (rows: number) => void,
): Promise<{ readonly file: Blob; readonly rows: number }> {
  // The reason of a correction may be in any language.
  const pieces: Blob[] = [new Blob([BYTE_ORDER_MARK], { type: TYPE })];
  let rows = 0;
  let after: string | undefined;
  do {
    const piece = await request(call, 'GET /web/account/ledger/export', {
      query: { ...query, ...(after === undefined ? {} : { after }) },
    });
    pieces.push(new Blob([piece.csv], { type: TYPE }));
    rows += piece.rows;
    after = piece.next;
    if (after !== '') tell(rows);
  } while (after !== '');
  return { file: new Blob(pieces, { type: TYPE }), rows };
}

/** What a file is of: its wallet and its days; today's date where no days are chosen. */
export function fileName({ wallet, from, to }: LedgerFilter): string {
  const days = from === '' && to === '' ? [new Date().toISOString().slice(0, 10)] : [from || 'start', to || 'now'];
  return [wallet.toLowerCase(), ...days].filter((part) => part !== '').join('-');
}
