/** Which entries of the ledger have a receipt: trades, their fees, and funding. */
import type { DataOf } from '@agio/contracts/calls';
import type { ReceiptName } from '../../api/calls/receipts.ts';

type Entry = Pick<DataOf<'GET /web/account/ledger/list'>['items'][number], 'entryId' | 'wallet' | 'type' | 'parts'>;

const OF_FILLS: ReadonlySet<string> = new Set(['FEE', 'LIQUIDATION_FEE']);

/**
 * An entry's id says where it is from: `2.SYMBOL.TRADE.SIDE.PLACE` a spot fill, `5.SYMBOL.SEQ.INDEX.PLACE` the statement of futures. What
 * sums several up has no receipt. A result may also be of a takeover, which is no trade: the fee beside it opens the trade's.
 */
export function receiptOfEntry({ entryId, wallet, type, parts }: Entry): ReceiptName | null {
  if (parts > 1) return null;
  const [source, symbol = '', first = '', second = ''] = entryId.split('.');
  if (source === '2') return { kind: 'SPOT_FILL', id: `${symbol}-${first}-${second === '1' ? 'MAKER' : 'TAKER'}` };
  if (source !== '5' || wallet !== 'FUTURES') return null;
  if (type === 'FUNDING') return { kind: 'FUNDING', id: `${first}-${second}` };
  return OF_FILLS.has(type) ? { kind: 'PERP_FILL', id: `${first}-${second}` } : null;
}
