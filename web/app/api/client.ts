/**
 * Calls of the site's API. The same functions run in the loaders (in process) and in the browser (fetch); both give a
 * `Call`. A refusal is an ApiError with the code by which the page chooses its words.
 */
import type { Envelope } from './types.ts';

export interface CallInit {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Call = (path: string, init?: CallInit) => Promise<Envelope>;

export const SUCCESS = 0;
/** Nobody answered: no connection, a time-out, or something that is no envelope. */
export const NO_ANSWER = -1;

const TIMEOUT_MS = 60_000;

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** The data of a successful answer; everything else is thrown as an ApiError. */
export async function dataOf<T>(answer: Promise<Envelope>): Promise<T> {
  const envelope = await answer;
  if (envelope.code !== SUCCESS) throw new ApiError(envelope.code, envelope.msg);
  return envelope.data as T;
}

export const browserCall: Call = async (path, init) => {
  const body = init?.body === undefined ? undefined : JSON.stringify(init.body);
  const response = await fetch(path, {
    method: init?.method ?? 'GET',
    headers: {
      language: document.documentElement.lang.replace('-', '_'),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...init?.headers,
    },
    body: body ?? null,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw new ApiError(NO_ANSWER, error instanceof Error ? error.message : String(error));
  });
  const answer: unknown = await response.json().catch(() => null);
  if (!isEnvelope(answer)) throw new ApiError(NO_ANSWER, `HTTP ${response.status}`);
  return answer;
};

function isEnvelope(answer: unknown): answer is Envelope {
  return typeof answer === 'object' && answer !== null && typeof (answer as Envelope).code === 'number';
}
