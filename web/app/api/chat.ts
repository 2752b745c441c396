import type { ChatMessage, ChatRead, ChatSettings } from '@agio/contracts/http/chat';
import { dataOf, type Call } from './client.ts';

export function getChatSettings(call: Call): Promise<ChatSettings> {
  return dataOf(call('/web/api/v1/chat/settings'));
}

export interface ChatPosition {
  /** The secret of a visitor's conversation; empty for a user who is logged in. */
  readonly visitor: string;
  readonly after: number;
  readonly seen: number;
}

export function readChat(call: Call, position: ChatPosition): Promise<ChatRead> {
  return dataOf(call('/web/api/v1/chat/read', { method: 'POST', body: position }));
}

export function sendChat(
  call: Call,
  body: { readonly visitor: string; readonly text: string; readonly clientId: string },
): Promise<{ readonly visitor: string; readonly message: ChatMessage }> {
  return dataOf(call('/web/api/v1/chat/send', { method: 'POST', body }));
}
