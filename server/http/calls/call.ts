/** Shared by both dialects: the caller of a call, the handler's control of the HTTP reply, the check of answers in tests. */
import { type Caller, type Endpoint, KeptJson, type ReplyControl } from '@agio/contracts/endpoint';
import { DialectError } from '@agio/contracts/errors';
import { knownLocale } from '@agio/contracts/locales';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { plainOf } from '../../system/packed-bytes.ts';
import type { HttpOptions } from '../options.ts';

export function describeCaller(
  request: FastifyRequest,
  options: Pick<HttpOptions, 'deviceCookie'>,
  { uid, sessionId, keyId }: Pick<Caller, 'uid' | 'sessionId' | 'keyId'>,
): Caller {
  const language = request.headers.language;
  const captcha = request.headers['captcha-verify-token'];
  return {
    uid,
    sessionId,
    keyId,
    ip: request.ip,
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
    refusesTracking: request.headers.dnt === '1' || request.headers['sec-gpc'] === '1',
    locale: knownLocale(typeof language === 'string' ? language : ''),
    captchaVerifyToken: typeof captcha === 'string' ? captcha.slice(0, 100) : '',
    deviceCookie: (request.cookies[options.deviceCookie.name] ?? '').slice(0, 200),
  };
}

export function replyControl(
  reply: FastifyReply,
  options: Pick<HttpOptions, 'sessionCookie' | 'deviceCookie'>,
): ReplyControl {
  return {
    setSession: (token) => void reply.header('set-cookie', options.sessionCookie.serialize(token)),
    setDevice: (device) => void reply.header('set-cookie', options.deviceCookie.serialize(device)),
    setHeader: (name, value) => void reply.header(name, value),
  };
}

export function checkAnswer(endpoint: Endpoint, data: unknown): void {
  const result = endpoint.data.safeParse(data instanceof KeptJson ? JSON.parse(String(plainOf(data.pieces))) : data);
  if (!result.success)
    throw new DialectError(
      500,
      -1000,
      `the answer of ${endpoint.path} breaks its contract: ${z.prettifyError(result.error)}`,
    );
}
