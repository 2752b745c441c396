/** Words for what the server answers: by the code, in the reader's language. */
import type { TFunction } from 'i18next';
import { NO_ANSWER } from '../api/client.ts';
import { ApiError } from '../api/request.ts';

export function refusalText(t: TFunction, error: unknown): string {
  if (!(error instanceof ApiError)) return t('errors.unknown');
  if (error.code === NO_ANSWER) return t('errors.no_answer');
  return codeText(t, error.code, error.message);
}

/** The server's own English sentence where the language has no words for the code. */
export function codeText(
  t: TFunction,
  code: number,
  message: string,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const seconds = /(\d+)\s*seconds/.exec(message)?.[1] ?? '';
  return t(`errors.code_${code}`, { seconds, ...values, defaultValue: '' }) || message || t('errors.unknown');
}
