import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Call } from '../../api/request.ts';
import { createConversation } from './conversation.ts';

const ANSWER = { id: 2, author: 'AGENT', agent: 'Mina', text: 'Only the network takes one.', time: 1 };

beforeEach(() => {
  vi.stubGlobal('document', { hidden: false, addEventListener: () => undefined, removeEventListener: () => undefined });
});
afterEach(() => void vi.unstubAllGlobals());

/** A conversation in which each reading is answered with one new answer of the support, once it is let go. */
function conversation() {
  const seen: number[] = [];
  const waiting: (() => void)[] = [];
  const call: Call = async (_path, init) => {
    const body = init?.body as { seen: number } | undefined;
    if (body !== undefined) seen.push(body.seen);
    await new Promise<void>((resolve) => waiting.push(resolve));
    return { code: 0, msg: '', data: { messages: [ANSWER], unread: 1, isClosed: false } };
  };
  const feed = createConversation(call, 0, { read: () => 'secret', write: () => undefined });
  const answerNext = async (): Promise<void> => {
    waiting.shift()?.();
    await vi.waitFor(() => expect(feed.conversation.get().messages).toHaveLength(1));
  };
  return { feed, seen, answerNext };
}

test('S6 an answer that arrives while the panel is open is seen, and that is reported at once', async () => {
  const { feed, seen, answerNext } = conversation();
  feed.setOpen(true);
  await answerNext();
  expect(feed.conversation.get().unread).toBe(0);
  expect(seen).toEqual([0, ANSWER.id]);
});

test('S6 an answer that arrives after the panel was closed is not seen, though it was asked for before', async () => {
  const { feed, seen, answerNext } = conversation();
  feed.setOpen(true);
  feed.setOpen(false);
  await answerNext();
  expect(feed.conversation.get().unread).toBe(1);
  expect(seen).toEqual([0]);
});
