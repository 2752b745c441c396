import type { BodyOf, DataOf } from '@agio/contracts/calls';
import type { ChatSettings } from '@agio/contracts/http/chat';
import { request, type Call } from '../request.ts';

export function getChatSettings(call: Call): Promise<ChatSettings> {
  return request(call, 'GET /web/api/v1/chat/settings');
}

/**
 * Uses the user's own token, in child mode too. A session that ended does not make the page leave: what somebody is writing there would
 * be lost.
 */
const AS_PERSON = { token: 'parent', endsSession: false } as const;

export function readChat(
  call: Call,
  body: BodyOf<'POST /web/api/v1/chat/read'>,
): Promise<DataOf<'POST /web/api/v1/chat/read'>> {
  return request(call, 'POST /web/api/v1/chat/read', { body, ...AS_PERSON });
}

export function sendChat(
  call: Call,
  body: BodyOf<'POST /web/api/v1/chat/send'>,
): Promise<DataOf<'POST /web/api/v1/chat/send'>> {
  return request(call, 'POST /web/api/v1/chat/send', { body, ...AS_PERSON });
}
