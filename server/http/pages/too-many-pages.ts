/** HTTP 429 for requests of pages: a small page in the visitor's language, made once for each language and kept as bytes. */
import { createHash } from 'node:crypto';
import { readDisplay, type Theme, THEMES } from '@agio/contracts/display';
import { chooseLocale, LANGUAGE_COOKIE, parseAcceptLanguage } from '@agio/contracts/locales';
import { splitLocale } from '@agio/contracts/page-path';
import type { TooManyRequestsPage } from '@agio/contracts/server-context';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { gzipOf, type PackedPiece, packNow, plainOf, stored, takesGzip } from '../../system/packed-bytes.ts';
import type { Pages } from '../options.ts';
import { type Limit, retryAfter, tooMany } from '../guard/rate-limit.ts';
import { lonePagePolicy } from '../guard/security-headers.ts';

export type SendTooMany = (request: FastifyRequest, reply: FastifyReply, limit: Limit) => Promise<FastifyReply>;

interface KeptPage {
  readonly policy: string;
  pieces(theme: Theme, seconds: number): readonly PackedPiece[];
}

/** Letters of the header that are read: a refusal must stay cheap, whatever is sent with the request. */
const READ_LANGUAGES = 200;

/** A request that does not accept HTML (a script's, the router's own) gets a line of text. */
export function createTooManyPages(pages: Pages): SendTooMany {
  const { tooManyRequestsPage, locales } = pages.web;
  const kept = new Map<string, Promise<KeptPage>>();
  const pageIn = (locale: string): Promise<KeptPage> => {
    const page = kept.get(locale) ?? tooManyRequestsPage(locale).then(keep);
    kept.set(locale, page);
    return page;
  };
  return async (request, reply, limit) => {
    void reply.code(429).headers(retryAfter(limit));
    if (!String(request.headers.accept ?? '').includes('text/html'))
      return reply.type('text/plain').send(tooMany(limit));
    const { policy, pieces } = await pageIn(localeOf(request, locales));
    const page = pieces(readDisplay(request.cookies, []).theme, limit.retryAfterSeconds);
    const isPacked = takesGzip(String(request.headers['accept-encoding'] ?? ''));
    if (isPacked) void reply.header('content-encoding', 'gzip');
    return reply
      .type('text/html; charset=utf-8')
      .headers({ 'content-security-policy': policy, vary: 'Cookie, Accept-Language, Accept-Encoding' })
      .send(isPacked ? gzipOf(page) : plainOf(page));
  };
}

function keep({ style, parts, sentence }: TooManyRequestsPage): KeptPage {
  const [beforeTheme, beforeSentence, afterSentence] = [packNow(parts[0]), packNow(parts[1]), packNow(parts[2])];
  const themes = new Map(THEMES.map((theme) => [theme, stored(theme)]));
  /** A minute has no more seconds than this may hold. */
  const sentences = new Map<number, PackedPiece>();
  return {
    policy: lonePagePolicy(createHash('sha256').update(style).digest('base64')),
    pieces(theme, seconds) {
      const told = sentences.get(seconds) ?? stored(sentence(seconds));
      sentences.set(seconds, told);
      return [beforeTheme, themes.get(theme)!, beforeSentence, told, afterSentence];
    },
  };
}

/** The language that the navigation rules would choose. */
function localeOf({ url, cookies, headers }: FastifyRequest, locales: readonly string[]): string {
  const asked = splitLocale(url.split(/[?#]/, 1)[0] ?? '', locales);
  if (asked.hasPrefix) return asked.locale;
  const browser = parseAcceptLanguage(String(headers['accept-language'] ?? '').slice(0, READ_LANGUAGES));
  return chooseLocale({ cookie: cookies[LANGUAGE_COOKIE] ?? '', browser }, locales);
}
