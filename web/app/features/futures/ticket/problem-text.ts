import { ceilTo, formatUnits } from '../../../../ui/decimal.ts';
import { coinFigure } from '../../../figures/coin-amount.ts';
import type { Translate } from '../../../i18n/translator.ts';
import { groupedValues } from '../../../terminal/ticket/first-problems.ts';
import { SCALE } from '../../../terminal/ticket/typed-units.ts';
import { unitsOf } from '../margin.ts';
import type { TicketProblem } from './ticket-problems.ts';

/** Of a coin with eight decimals. */
const CENT = 1_000_000n;

/** The sentence at the field. */
export function problemText(t: Translate, { reason, ...problem }: TicketProblem): string {
  const values = groupedValues(problem.values);
  const [, fault] = reason.split('number_');
  if (fault !== undefined) return t(`common.number_${fault}`, values);
  switch (reason) {
    case 'exit_above':
      return t('futures.ticket.problem_above_price', values);
    case 'exit_below':
      return t('futures.ticket.problem_below_price', values);
    case 'above_last':
      return t('futures.ticket.problem_above_price', { price: values['last'] });
    case 'below_last':
      return t('futures.ticket.problem_below_price', { price: values['last'] });
    case 'waits_highest':
      return t('terminal.ticket.problem_price_highest', values);
    case 'waits_lowest':
      return t('terminal.ticket.problem_price_lowest', values);
    case 'price_highest':
    case 'price_lowest':
    case 'callback_range':
    case 'nothing_open':
    case 'ceiling':
    case 'position_most':
    case 'bonus_leverage':
    case 'bonus_contract':
      return t(`futures.ticket.problem_${reason}`, values);
    case 'balance':
      return t('futures.ticket.problem_reserved', { ...values, ...shortOf(problem.values) });
    default:
      return t(`terminal.ticket.problem_${reason}`, values);
  }
}

/** In cents, the needed amount rounded up and the available one down, so that they never look equal. */
function shortOf({ needed = '0', available = '0', asset = '' }: NonNullable<TicketProblem['values']>) {
  const inCents = formatUnits(ceilTo(unitsOf(String(needed)), CENT), SCALE);
  return { needed: coinFigure(inCents, String(asset)), available: coinFigure(String(available), String(asset)) };
}
