/**
 * One person's conversation with the support, as this page knows it: messages read, being sent, and failed. Polls for new ones at
 * intervals, but not for a visitor who never wrote.
 */
import { CHAT } from '@agio/contracts/chat';
import { REFUSALS } from '@agio/contracts/errors';
import type { ChatMessage } from '@agio/contracts/http/chat';
import { readChat, sendChat } from '../../api/calls/chat.ts';
import { ApiError, type Call } from '../../api/request.ts';
import { createStore, type Store } from '../../live/store.ts';

export interface Draft {
  readonly clientId: string;
  readonly text: string;
  /** Null while it is on its way. */
  readonly error: unknown;
}

export interface Conversation {
  readonly state: 'loading' | 'ready' | 'failed';
  readonly messages: readonly ChatMessage[];
  readonly drafts: readonly Draft[];
  readonly unread: number;
  readonly isClosed: boolean;
  /** The page shows a user's conversation, and that user is not logged in any more. */
  readonly isLoggedOut: boolean;
}

/** Where a visitor's secret is kept: for the tab, so that the next person at this device does not read on. */
export interface SecretPlace {
  read(): string;
  write(secret: string): void;
}

export interface ConversationFeed {
  readonly conversation: Store<Conversation>;
  /** Begins to listen; answers how to stop. */
  start(): () => void;
  /** While the panel is open, answers count as seen. */
  setOpen(isOpen: boolean): void;
  send(text: string): void;
  resend(clientId: string): void;
  refresh(): void;
}

export function createConversation(call: Call, asUid: number, secret: SecretPlace): ConversationFeed {
  const conversation = createStore<Conversation>({
    state: 'loading',
    messages: [],
    drafts: [],
    unread: 0,
    isClosed: false,
    isLoggedOut: false,
  });
  const isLoggedIn = asUid > 0;
  const change = (part: Partial<Conversation>) => conversation.set({ ...conversation.get(), ...part });
  let isOpen = false;
  let isStarted = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isReading = false;
  /** The newest id that was fetched. Sending does not raise it: an answer that came just before would be skipped. */
  let after = 0;
  /** The first message of a visitor makes the secret: a second one waits for it. */
  let queue: Promise<unknown> = Promise.resolve();

  const visitor = () => (isLoggedIn ? '' : secret.read());
  const canHaveNews = () => (isLoggedIn ? isOpen || conversation.get().messages.length > 0 : visitor() !== '');
  const add = (news: readonly ChatMessage[]) => {
    const known = new Map(conversation.get().messages.map((message) => [message.id, message]));
    for (const message of news) known.set(message.id, message);
    return [...known.values()].toSorted((a, b) => a.id - b.id);
  };
  const schedule = () => {
    clearTimeout(timer);
    if (!isStarted || document.hidden || !canHaveNews()) return;
    timer = setTimeout(() => void read(), isOpen ? CHAT.pollOpenMs : CHAT.pollClosedMs);
  };
  const read = async () => {
    if (isReading) return;
    isReading = true;
    clearTimeout(timer);
    const isSeeing = () => isOpen && !document.hidden;
    try {
      const seen = isSeeing() ? lastAnswer(conversation.get().messages) : 0;
      const news = await readChat(call, { asUid, visitor: visitor(), after, seen });
      after = Math.max(after, ...news.messages.map(({ id }) => id));
      const messages = add(news.messages);
      change({
        state: 'ready',
        messages,
        unread: isSeeing() ? 0 : news.unread,
        isClosed: news.isClosed,
        isLoggedOut: false,
      });
      // Seen too, unless the panel was closed meanwhile: reported at once, so that other pages count right.
      if (isSeeing() && lastAnswer(messages) > seen)
        void readChat(call, { asUid, visitor: visitor(), after, seen: lastAnswer(messages) }).catch(() => {});
    } catch (error) {
      if (isLogOut(error)) change({ isLoggedOut: true });
      if (conversation.get().state === 'loading') change({ state: 'failed' });
    } finally {
      isReading = false;
      schedule();
    }
  };
  const deliver = async ({ clientId, text }: Draft) => {
    try {
      const sent = await sendChat(call, { asUid, visitor: visitor(), text, clientId });
      if (sent.visitor !== '') secret.write(sent.visitor);
      change({
        state: 'ready',
        messages: add([sent.message]),
        drafts: conversation.get().drafts.filter((draft) => draft.clientId !== clientId),
        isClosed: false,
        isLoggedOut: false,
      });
      schedule();
    } catch (error) {
      const mark = (draft: Draft) => (draft.clientId === clientId ? { ...draft, error } : draft);
      change({ drafts: conversation.get().drafts.map(mark), ...(isLogOut(error) ? { isLoggedOut: true } : {}) });
    }
  };
  const enqueue = (draft: Draft) => void (queue = queue.then(() => deliver(draft)));
  const onVisibility = () => (document.hidden ? clearTimeout(timer) : canHaveNews() ? void read() : undefined);

  return {
    conversation,
    start() {
      isStarted = true;
      document.addEventListener('visibilitychange', onVisibility);
      if (isLoggedIn || visitor() !== '') void read();
      else change({ state: 'ready' });
      return () => {
        isStarted = false;
        clearTimeout(timer);
        document.removeEventListener('visibilitychange', onVisibility);
      };
    },
    setOpen(next) {
      isOpen = next;
      if (next && canHaveNews()) void read();
      else schedule();
    },
    send(text) {
      const draft: Draft = { clientId: crypto.randomUUID(), text, error: null };
      change({ drafts: [...conversation.get().drafts, draft] });
      enqueue(draft);
    },
    resend(clientId) {
      const failed = conversation.get().drafts.find((draft) => draft.clientId === clientId);
      if (!failed) return;
      const again = { ...failed, error: null };
      change({ drafts: conversation.get().drafts.map((draft) => (draft === failed ? again : draft)) });
      enqueue(again);
    },
    refresh() {
      change({ state: 'loading' });
      void read();
    },
  };
}

function isLogOut(error: unknown): boolean {
  return error instanceof ApiError && error.code === REFUSALS.NOT_LOGGED_IN.code;
}

function lastAnswer(messages: readonly ChatMessage[]): number {
  return messages.findLast(({ author }) => author === 'AGENT')?.id ?? 0;
}
