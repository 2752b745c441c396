/** For tests of the state machines: the browser's socket and window, controlled by the test. */
import type { PageSignals } from '../app/live/clock.ts';
import type { SocketLike } from '../app/live/socket.ts';

export class FakeSocket implements SocketLike {
  static all: FakeSocket[] = [];
  readonly sent: Record<string, unknown>[] = [];
  isAnswering = true;
  /** As the browser counts: 1 open, 2 closing. */
  readyState = 1;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  constructor() {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    const message = JSON.parse(text) as Record<string, unknown>;
    this.sent.push(message);
    if (message.event === 'ping' && this.isAnswering) this.give({ pong: message.ts });
  }
  close(): void {
    this.onclose?.();
  }
  give(frame: unknown): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
  /** Answers the newest request of that name. */
  answer(event: string, result: boolean, more: object = {}): void {
    const { reqId, channel } = this.sent.findLast((message) => message.event === event)!;
    this.give({ channel: channel ?? '', eventResp: event, reqId, data: { result, msg: result ? '' : 'No.', ...more } });
  }
  events(): string[] {
    return this.sent
      .filter((message) => message.event !== 'ping')
      .map((message) => `${String(message.event)} ${String(message.channel ?? '')}`.trim());
  }
  pings(): number {
    return this.sent.filter((message) => message.event === 'ping').length;
  }
}

/** A window that says what the test wants. */
export function createPage() {
  const listeners = {
    visibility: new Set<() => void>(),
    offline: new Set<() => void>(),
    online: new Set<() => void>(),
  };
  const on = (name: keyof typeof listeners) => (run: () => void) => {
    listeners[name].add(run);
    return () => void listeners[name].delete(run);
  };
  const page = {
    hidden: false,
    isHidden: (): boolean => page.hidden,
    onVisibility: on('visibility'),
    onOffline: on('offline'),
    onOnline: on('online'),
    say(name: keyof typeof listeners) {
      for (const run of listeners[name]) run();
    },
    setHidden(hidden: boolean) {
      page.hidden = hidden;
      page.say('visibility');
    },
  } satisfies PageSignals & Record<string, unknown>;
  return page;
}
