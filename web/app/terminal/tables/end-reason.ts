/** Why an order ended, in words. */
import { REFUSALS } from '@agio/contracts/errors';
import type { Translate } from '../../i18n/translator.ts';
import { codeText } from '../../i18n/words.ts';

/** A conditional order whose order was refused when it fired has the name of that refusal for its reason. */
export function endReasonText(t: Translate, reason: string): string {
  const own = t(`terminal.reason_${reason}`, { defaultValue: '' });
  if (own !== '') return own;
  const refusal = Object.entries(REFUSALS).find(([name]) => name === reason)?.[1];
  return refusal === undefined ? t('errors.unknown') : codeText(t, refusal.code, refusal.text);
}
