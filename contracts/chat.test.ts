import { expect, test } from 'vitest';
import { CHAT, isChatHidden } from './chat.ts';

test('K1 chat 4 s', () => expect(CHAT.delayMs).toBe(4_000));

test.each(['/contract-trade/BTCUSDT', '/fa-ir/spot-trade', '/spot-trade/BTCUSDT', '/activity/profile-review/7'])(
  'S6 there is no chat on %s',
  (path) => expect(isChatHidden(path)).toBe(true),
);

test.each(['/', '/market', '/fa-ir/assets', '/activity/act-center', '/copy-trading/square'])(
  'S6 the chat is on %s',
  (path) => expect(isChatHidden(path)).toBe(false),
);
