/** Errors of which nobody knows whether the request was carried out. */
import { NO_ANSWER } from './answer.ts';
import { ApiError } from './request.ts';

/** Whether nobody knows if the request was carried out: no answer came, or one in which the server does not know either. */
export function isLostAnswer(error: unknown): boolean {
  return error instanceof ApiError && (error.code === NO_ANSWER || (error.code >= 500 && error.code < 600));
}

/** The exchange was asked what became of a request, and knows nothing of it. */
export class NeverArrived extends Error {
  override readonly name = 'NeverArrived';
}

/** The answer was lost of a request that went without a key: sent again it is another one, so it may be carried out twice. */
export class LostWithoutKey extends ApiError {}

/** Whether the same may have to be sent again under the same key: nobody knows if it was carried out, or it never arrived, so far. */
export function isUnsettled(error: unknown): boolean {
  return error instanceof NeverArrived || (isLostAnswer(error) && !(error instanceof LostWithoutKey));
}
