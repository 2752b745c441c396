import type { TFunction } from 'i18next';
import type { TicketProblem } from './ticket-problems.ts';

/** The sentence that is shown at the field. */
export function problemText(t: TFunction, { reason, values }: TicketProblem): string {
  const [, fault] = reason.split('number_');
  return fault === undefined ? t(`terminal.ticket.problem_${reason}`, values) : t(`common.number_${fault}`, values);
}
