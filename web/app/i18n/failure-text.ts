/** The text of a failed call for the user, in their language if it is translated. */
import type { Translate } from './translator.ts';
import { NO_ANSWER } from '../api/client.ts';
import type { FetchErrorEvent } from '../api/events.ts';
import { codeText } from './words.ts';

const OWN_TEXTS: ReadonlySet<number> = new Set([400, 401, 403, 404, 408, 429, 500, 501, 502, 503, 504, 505]);

export function failureText(t: Translate, { type, response, message, values }: FetchErrorEvent): string {
  const status = response?.status ?? 0;
  if (type === 'code') return codeText(t, response?.data.code ?? NO_ANSWER, message, values);
  return t('response.error.message', { message: httpText(t, status, message) });
}

function httpText(t: Translate, status: number, message: string): string {
  if (status === 0) return message || t('response.error.network');
  if (OWN_TEXTS.has(status)) return t(`response.error.status_${status}`);
  return t('response.error.status_else', { code: status });
}
