/** Messages: the support chat. */
import { HOUR_MS } from '@agio/contracts/durations';
import { implement } from '@agio/contracts/endpoint';
import * as contract from '@agio/contracts/http/chat';
import type { Module } from '../module.ts';
import type { Store } from '../../store/index.ts';
import { type ChatOptions, createChat } from './chat.ts';

const DELETE_OLD_EVERY_MS = HOUR_MS;

export interface MessagesOptions extends Omit<ChatOptions, 'db'> {
  readonly store: Store;
  /** Which chat the site shows. Its own answers here in any case, so that a change of mind loses no conversation. */
  readonly chat: contract.ChatSettings;
}

export function createMessages({ store, chat: settings, ...options }: MessagesOptions): Module {
  const chat = createChat({ db: store.db, ...options });
  return {
    jobs: [
      {
        name: 'old conversations of the support chat',
        everyMs: DELETE_OLD_EVERY_MS,
        beginsAtOnce: true,
        run: chat.deleteOld,
      },
    ],
    routes: [
      implement(contract.chatSettings, async () => settings),
      implement(contract.chatSend, async ({ caller, body }) => chat.send(caller, body)),
      implement(contract.chatRead, async ({ caller, body }) => chat.read(caller, body)),
      implement(contract.operatorChatList, async ({ query }) => ({ conversations: await chat.list(query.state) })),
      implement(contract.operatorChatShow, async ({ query }) => chat.show(query.id)),
      implement(contract.operatorChatAnswer, async ({ body }) => ({ message: await chat.answer(body) })),
      implement(contract.operatorChatClose, async ({ body }) => {
        await chat.close(body.id);
        return {};
      }),
    ],
  };
}
