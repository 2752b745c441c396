/** The Idempotency-Key of what is sent again after its answer was lost. */
import { NO_ANSWER } from './answer.ts';
import { ApiError } from './request.ts';

/** The header of what is done once, however often it is sent. */
export const once = (idempotencyKey: string): Readonly<Record<string, string>> => ({
  'Idempotency-Key': idempotencyKey,
});

/** Whether nobody knows if the request was carried out. */
export function isLostAnswer(error: unknown): boolean {
  return error instanceof ApiError && error.code === NO_ANSWER;
}

/**
 * A lost answer may mean a placed order or money that moved: the same body sent again goes under the same key, so that the
 * server finds the first request instead of doing it twice. Another body, and whatever follows an answer, has a key of its own.
 */
export class RepeatKey {
  #unanswered: { readonly key: string; readonly body: string } | null = null;

  /** Sends the body under its key; `send` throws an ApiError where it was refused or the answer was lost. */
  async send<Body, Answer>(body: Body, send: (body: Body, key: string) => Promise<Answer>): Promise<Answer> {
    const text = JSON.stringify(body);
    const key = this.#unanswered?.body === text ? this.#unanswered.key : crypto.randomUUID();
    this.#unanswered = { key, body: text };
    try {
      const answer = await send(body, key);
      this.#unanswered = null;
      return answer;
    } catch (error) {
      if (!isLostAnswer(error)) this.#unanswered = null;
      throw error;
    }
  }
}
