import type { ChatMessage, ChatRead, ChatSettings } from '@agio/contracts/http/chat';
import { dataOf, type Call, type CallInit } from './client.ts';

export function getChatSettings(call: Call): Promise<ChatSettings> {
  return dataOf(call('/web/api/v1/chat/settings'));
}

export interface ChatPosition {
  /** Whom the page takes for logged in; 0 is a visitor. */
  readonly asUid: number;
  /** The secret of a visitor's conversation; empty for a user who is logged in. */
  readonly visitor: string;
  readonly after: number;
  readonly seen: number;
}

export function readChat(call: Call, position: ChatPosition): Promise<ChatRead> {
  return dataOf(call('/web/api/v1/chat/read', asPerson(position)));
}

export function sendChat(
  call: Call,
  body: { readonly asUid: number; readonly visitor: string; readonly text: string; readonly clientId: string },
): Promise<{ readonly visitor: string; readonly message: ChatMessage }> {
  return dataOf(call('/web/api/v1/chat/send', asPerson(body)));
}

/** For the person, in child mode too. A session that ended does not take away the page on which something is written. */
function asPerson(body: object): CallInit {
  return { method: 'POST', body, token: 'parent', endsSession: false };
}
