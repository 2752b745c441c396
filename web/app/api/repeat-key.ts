/** Requests that may be carried out although their answer was lost: sent again without doing them twice, and looked for. */
import { isLostAnswer, isUnsettled, LostWithoutKey, NeverArrived } from './lost-answer.ts';
import { once } from './once.ts';
import { ApiError } from './request.ts';

/** No more keys of this user are remembered (IDEMPOTENCY_FULL of contracts/errors.ts): nothing was done. */
const KEYS_ARE_FULL = 62012;

/** Orders are answered within milliseconds; when this time passes without an answer, the exchange is asked what became of them. */
export const ORDER_TIMEOUT_MS = 10_000;

/** An order as it is sent: once, and not waited for long. */
export const sentOnce = <Body>(body: Body, idempotencyKey: string) => ({
  body,
  headers: once(idempotencyKey),
  timeoutMs: ORDER_TIMEOUT_MS,
});

/** How one finds out what became of a request whose answer was lost. */
export interface Search<Answer> {
  /** What the request led to; null while the exchange knows nothing of it. */
  readonly look: (key: string) => Promise<Answer | null>;
  /** The answer was lost, and the search begins for what went under this key. */
  readonly onLost: (key: string) => void;
}

/** Pauses before the looks: a request that was cut on its way arrives within that, or hardly ever. */
const PAUSES_MS = [300, 1_000, 2_000, 3_000];

/**
 * What the request led to. Throws NeverArrived where the exchange knows nothing of it, and `lost` where it could not be asked. The
 * refusal of a look is thrown as it is.
 */
export async function searched<Answer>(
  lost: unknown,
  { look, onLost }: { readonly look: () => Promise<Answer | null>; readonly onLost: () => void },
  pausesMs: readonly number[] = PAUSES_MS,
): Promise<Answer> {
  onLost();
  let isAnswered = false;
  for (const pauseMs of pausesMs) {
    await new Promise((resolve) => void setTimeout(resolve, pauseMs));
    try {
      const found = await look();
      if (found !== null) return found;
      isAnswered = true;
    } catch (error) {
      if (!isLostAnswer(error)) throw error;
      isAnswered = false;
    }
  }
  throw isAnswered ? new NeverArrived() : lost;
}

/** Of all of this visit; past it the oldest key goes. Nobody comes to as many requests of which nobody knows what became of them. */
export const MOST_UNANSWERED = 100;

/** So long after it was sent last the same body is no repeat any more, but wanted a second time. */
export const REPEATED_WITHIN_MS = 10 * 60_000;

/**
 * A socket told of the order: the same body is another order soon. Not at once, since whoever was told a moment ago that pressing again
 * places no second one may do so before seeing the order; that press gets the answer of the first.
 */
export const REPEATED_AFTER_TOLD_MS = 60_000;

/** The key of a body of which nobody knows what became. */
interface KeptKey {
  readonly key: string;
  /** When it was sent last, and when a socket told of it first; by the clock of this device. */
  readonly sentAt: number;
  toldAt: number | null;
}

/** From then on the same body has another key. */
const endOf = ({ sentAt, toldAt }: KeptKey): number =>
  Math.min(sentAt + REPEATED_WITHIN_MS, (toldAt ?? Number.POSITIVE_INFINITY) + REPEATED_AFTER_TOLD_MS);

/**
 * Keys of requests that may have been carried out, by name and body, the oldest first: of the whole visit, since a phone's sheet or a
 * dialog is closed to look what became of a request, and opened again to repeat it. A new load of the page begins without them, as it
 * does without anything that was typed.
 */
const keysOfVisit = new Map<string, KeptKey>();

/** It is known what became of the orders that were sent under these keys, also if no call was answered. */
export function endKeys(keys: ReadonlySet<string>): void {
  for (const kept of keysOfVisit.values()) {
    if (kept.toldAt !== null || !keys.has(kept.key)) continue;
    kept.toldAt = Date.now();
    for (const tell of toldListeners) tell(kept.key);
  }
}

const toldListeners = new Set<(key: string) => void>();

/** Whenever it becomes known what became of the order under a key, by which that ends earlier (`endOfKey`). */
export function onToldKey(tell: (key: string) => void): void {
  toldListeners.add(tell);
}

/** From when on the body under this key has another one; undefined: it has already. */
export function endOfKey(key: string): number | undefined {
  const kept = [...keysOfVisit.values()].find((one) => one.key === key);
  return kept && endOf(kept);
}

/**
 * For what adds up (see RepeatKey): `what` is all that the body does not say, such as the position that an order closes. Nothing of it says
 * who asks: another person begins with a new load of the page, and pages that are kept for everybody learn only later who is there.
 */
export const repeatKeyOf = (what: string): RepeatKey => new RepeatKey({ name: what });

/** By order, those that were changed last at the end; `updatedAt` as the order had it when they were. */
const amendKeys = new Map<string, { readonly updatedAt: number; readonly repeat: RepeatKey }>();

/**
 * For changes of one order, whoever sends them: its dialog, opened again or not, and its line on the chart. The same change is then made once,
 * and a different one has another key (see RepeatKey for what sets a value). So has the same change of an order that was updated since, as
 * on another device: under the same key the server would only repeat its first answer, and leave the order as it is now.
 */
export function amendKeyOf(
  kind: 'spot' | 'futures' | 'stop',
  { id, updatedAt }: { readonly id: number; readonly updatedAt: number },
): RepeatKey {
  const name = `${kind} ${id}`;
  const known = amendKeys.get(name);
  const repeat = known?.updatedAt === updatedAt ? known.repeat : new RepeatKey();
  amendKeys.delete(name);
  amendKeys.set(name, { updatedAt, repeat });
  for (const oldest of amendKeys.keys()) {
    if (amendKeys.size <= MOST_UNANSWERED) break;
    amendKeys.delete(oldest);
  }
  return repeat;
}

/**
 * A lost answer may mean a placed order or money that moved: the same body sent again goes under the same key, so that the
 * server finds the first request instead of doing it twice. Another body, and whatever follows an answer, has a key of its own.
 *
 * With a name it is for what adds up, as orders and transfers do: each body keeps its key until it is answered or for some minutes after
 * it was sent last (`endOf`), whatever is sent between and whoever asks by that name (`repeatKeyOf`). Without one it is for what sets a
 * value, as a changed price: only the newest body has a key, since an older one that is sent again must set its value again, over the one
 * that was sent between.
 */
export class RepeatKey {
  readonly #name: string;
  readonly #keys: Map<string, KeptKey>;
  readonly #most: number;
  readonly #pausesMs: readonly number[];

  constructor({ name, pausesMs = PAUSES_MS }: { readonly name?: string; readonly pausesMs?: readonly number[] } = {}) {
    this.#name = name ?? '';
    this.#keys = name === undefined ? new Map() : keysOfVisit;
    this.#most = name === undefined ? 1 : MOST_UNANSWERED;
    this.#pausesMs = pausesMs;
  }

  /**
   * Sends the body under its key; `send` throws an ApiError where it was refused or the answer was lost. With a search what became
   * of it is looked for then. The key stays until it is known: what arrives late and what is sent again are one.
   */
  async send<Body, Answer>(
    body: Body,
    send: (body: Body, key: string) => Promise<Answer>,
    search?: Search<Answer>,
  ): Promise<Answer> {
    const id = `${this.#name}\n${JSON.stringify(body)}`;
    const key = this.#keyOf(id);
    let answer: Answer;
    try {
      answer = await this.#sendUnderKey(id, body, key, send);
    } catch (error) {
      if (!isLostAnswer(error)) this.#keys.delete(id);
      // Without a key there is nothing by which it could be found, and not to find it would mean nothing.
      if (!isUnsettled(error) || search === undefined) throw error;
      answer = await this.#searched(error, key, search);
    }
    this.#keys.delete(id);
    return answer;
  }

  /** A look that is refused, as after the end of the session, refuses nothing of the request: nobody knows what became of that. */
  async #searched<Answer>(lost: unknown, key: string, { look, onLost }: Search<Answer>): Promise<Answer> {
    try {
      return await searched(lost, { look: () => look(key), onLost: () => onLost(key) }, this.#pausesMs);
    } catch (error) {
      throw isUnsettled(error) ? error : lost;
    }
  }

  /** A repeated body is the newest one again. */
  #keyOf(id: string): string {
    const now = Date.now();
    const kept = this.#keys.get(id);
    const isRepeat = kept !== undefined && now < endOf(kept);
    const { key, toldAt } = isRepeat ? kept : { key: crypto.randomUUID(), toldAt: null };
    this.#keys.delete(id);
    this.#keys.set(id, { key, toldAt, sentAt: now });
    for (const oldest of this.#keys.keys()) {
      if (this.#keys.size <= this.#most) break;
      this.#keys.delete(oldest);
    }
    return key;
  }

  /** Where there is no room for the key nothing was done, and the body is sent once more, without one. */
  async #sendUnderKey<Body, Answer>(
    id: string,
    body: Body,
    key: string,
    send: (body: Body, key: string) => Promise<Answer>,
  ): Promise<Answer> {
    try {
      return await send(body, key);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== KEYS_ARE_FULL) throw error;
      // Should this answer be lost, the next press is a new request: under the same key it would be sent without one again.
      this.#keys.delete(id);
      return await send(body, '').catch((lost: unknown) => {
        throw isLostAnswer(lost) ? withoutKey(lost as ApiError) : lost;
      });
    }
  }
}

const withoutKey = ({ code, message, values }: ApiError): LostWithoutKey => new LostWithoutKey(code, message, values);
