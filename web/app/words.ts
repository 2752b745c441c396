/** Words for what the server answers: by the code, in the reader's language. */
import type { TFunction } from 'i18next';
import { ApiError, NO_ANSWER } from './api/client.ts';

export function refusalText(t: TFunction, error: unknown): string {
  if (!(error instanceof ApiError)) return t('errors.unknown');
  if (error.code === NO_ANSWER) return t('errors.no_answer');
  const key = `errors.code_${error.code}`;
  const seconds = /(\d+)\s*seconds/.exec(error.message)?.[1] ?? '';
  const text = t(key, { seconds, defaultValue: '' });
  return text || error.message || t('errors.unknown');
}
