/** What a side of the ticket is called: in hedge mode it opens or closes, and its order is told in the same words afterwards. Pure. */
import type { Translate } from '../../../i18n/translator.ts';
import type { Side } from '../../../api/types.ts';
import type { FuturesTicket } from './ticket.ts';

type Meant = Pick<FuturesTicket, 'isClosing'>;

export function sideWords(t: Translate, side: Side, { isClosing }: Meant, isOneWay: boolean): string {
  return t(isOneWay ? `futures.side_${side}` : isClosing ? `terminal.close_${side}` : `terminal.open_${side}`);
}

/** The same with the size, in the order of the language. */
export function sendWords(t: Translate, side: Side, size: string, { isClosing }: Meant, isOneWay: boolean): string {
  if (isOneWay) return `${t(`futures.side_${side}`)} ${size}`;
  return t(isClosing ? `futures.send_close_${side}` : `futures.send_open_${side}`, { size });
}
