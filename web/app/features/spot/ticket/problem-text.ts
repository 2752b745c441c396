import type { Translate } from '../../../i18n/translator.ts';
import { groupedValues } from '../../../terminal/ticket/first-problems.ts';
import type { TicketProblem } from './ticket-problems.ts';

/** The sentence that is shown at the field. */
export function problemText(t: Translate, { reason, ...problem }: TicketProblem): string {
  const values = groupedValues(problem.values);
  const [, fault] = reason.split('number_');
  return fault === undefined ? t(`terminal.ticket.problem_${reason}`, values) : t(`common.number_${fault}`, values);
}
