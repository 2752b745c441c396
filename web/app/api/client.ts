/** How the browser sends the calls that request.ts names, and what follows from their answers. */
import { judge, NO_ANSWER, readEnvelope, redirectOf, valuesOf, type HttpAnswer } from './answer.ts';
import { browserDevice, clientType } from './device.ts';
import { emitEvent, track, TRACK_PATH, type FetchErrorType } from './events.ts';
import { verifyHuman } from './human-code.ts';
import { jumpSoon } from './jump.ts';
import { ask, type Call, type CallInit } from './request.ts';
import { serverClock } from './server-clock.ts';
import { endSession } from './session-end.ts';
import { CAPTCHA_VERIFY_TOKEN, keepCaptchaVerifyToken, tokenHeaders } from './tokens.ts';
import type { Envelope } from './types.ts';

export { NO_ANSWER } from './answer.ts';

export const REQUEST_TIMEOUT_MS = 60_000;

/** From the browser. A failure is told by a toast, and by the ApiError. */
export const browserCall: Call = (path, init = {}) => attempt(path, init, true);

/** Like browserCall, for places that show the error themselves. */
export const quietCall: Call = (path, init = {}) => attempt(path, { ...init, hasTips: false }, true);

async function attempt(path: string, init: CallInit, mayVerify: boolean): Promise<Envelope> {
  const answer = await send(path, init);
  if (answer instanceof Error) return tellNoAnswer(path, init, answer);
  const envelope = readEnvelope(path, answer);
  const verdict = judge(answer.status, envelope);
  switch (verdict.kind) {
    case 'success':
      return envelope;
    case 'verify':
      return mayVerify ? await afterVerification(path, init, envelope) : tell('code', path, init, answer, envelope);
    case 'log-out':
      if (init.endsSession !== false) await endSession(verdict.target);
      return envelope;
    case 'navigate':
      jumpSoon(verdict.target);
      return envelope;
    case 'fail':
      return tell(verdict.type, path, init, answer, envelope);
  }
}

/** Without toasts: the verification shows its failures itself. */
const askHumanCode = (bizId: string): Promise<Envelope> =>
  ask(quietCall, 'GET /auth/api/v1/humancode/bizStatus', { query: { bizId } });

/**
 * The call is sent again once, with the verification that was earned: calls of identity carry it from now on, and so does
 * whichever call asked for it.
 */
async function afterVerification(path: string, init: CallInit, asked: Envelope): Promise<Envelope> {
  const result = await verifyHuman(asked.data, askHumanCode);
  if (!result.success) return { code: asked.code, msg: result.msg, data: null };
  keepCaptchaVerifyToken(result.data.bizId);
  return attempt(path, { ...init, headers: { ...init.headers, [CAPTCHA_VERIFY_TOKEN]: result.data.bizId } }, false);
}

async function send(path: string, init: CallInit): Promise<HttpAnswer | Error> {
  const body = init.body === undefined ? undefined : JSON.stringify(init.body);
  try {
    const response = await fetch(path, {
      method: init.method ?? 'GET',
      headers: {
        'client-type': clientType(browserDevice()),
        language: document.documentElement.lang.replace('-', '_'),
        ...tokenHeaders(path, init.token),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...init.headers,
      },
      body: body ?? null,
      signal: AbortSignal.timeout(init.timeoutMs ?? REQUEST_TIMEOUT_MS),
    });
    serverClock.note(response.headers.get('date'));
    return { status: response.status, body: (await response.json().catch(() => null)) as unknown };
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** The browser's own words for a lost connection are English and differ from one to the next: ours are better. */
function tellNoAnswer(path: string, init: CallInit, error: Error): Envelope {
  const isBrowsers = error instanceof TypeError || error instanceof DOMException;
  const envelope = { code: NO_ANSWER, msg: isBrowsers ? '' : error.message, data: null };
  return tell('network', path, init, null, envelope);
}

/** The message of HTTP 429 and 418 is in `data`. */
function messageOf(type: FetchErrorType, { msg, data }: Envelope): string {
  return (type === 'limit' || type === 'teapot') && typeof data === 'string' ? data : msg;
}

function tell(
  type: FetchErrorType,
  path: string,
  init: CallInit,
  answer: HttpAnswer | null,
  envelope: Envelope,
): Envelope {
  const url = path.split('?')[0] ?? path;
  const { code } = envelope;
  const status = answer?.status ?? 0;
  emitEvent('fetch-error', {
    type,
    response: answer ? { status, data: { code } } : null,
    options: { url, hasTips: init.hasTips !== false },
    redirect: redirectOf(envelope),
    message: messageOf(type, envelope),
    values: valuesOf(envelope),
  });
  // A tracking call that failed is not tracked: that call would fail as well, without end.
  if (url === TRACK_PATH) return envelope;
  track('nuxt_fetch_error', { url, status, code });
  if (status === 404) track('fetch_not_found', { url });
  return envelope;
}
