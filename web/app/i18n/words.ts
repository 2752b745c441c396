/** Words for what the server answers: by the code, in the reader's language. */
import type { Translate } from './translator.ts';
import { formatAmount } from '../../ui/format.ts';
import { NO_ANSWER } from '../api/client.ts';
import { LostWithoutKey, NeverArrived } from '../api/lost-answer.ts';
import { ApiError } from '../api/request.ts';

export function refusalText(t: Translate, error: unknown): string {
  if (error instanceof NeverArrived) return t('errors.never_arrived');
  if (error instanceof LostWithoutKey) return t('errors.lost_without_key');
  if (!(error instanceof ApiError)) return t('errors.unknown');
  if (error.code === NO_ANSWER) return t('errors.no_answer');
  return codeText(t, error.code, error.message, error.values);
}

/** The limit that an order broke, where the answer names it; the server's own English sentence where the language has no words for the code. */
export function codeText(
  t: Translate,
  code: number,
  message: string,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const { limit, value, asset } = values;
  const limited =
    typeof limit === 'string' && typeof value === 'string'
      ? t(`errors.limit_${limit}`, { value: formatAmount(value, 8), asset, defaultValue: '' })
      : '';
  if (limited !== '') return limited;
  const seconds = /(\d+)\s*seconds/.exec(message)?.[1] ?? '';
  return t(`errors.code_${code}`, { seconds, ...values, defaultValue: '' }) || message || t('errors.unknown');
}
