/**
 * The message centre's connection: open while somebody reads a channel, logged in while somebody is logged in. Private
 * channels are asked for after each log-in and given up with the log-out.
 */
import type { AnswerData } from '@agio/contracts/ws/frame';
import { MESSAGE_CHANNELS, type MessageChannel } from '@agio/contracts/ws/message-center';
import { createBackoff } from './backoff.ts';
import { browserSignals, type Cancel, type Clock, type PageSignals, systemClock } from './clock.ts';
import { createHeartbeat, type Heartbeat } from './heartbeat.ts';
import { sendIfOpen } from './send-if-open.ts';
import type { SocketEvent } from './socket.ts';
import { createStore, type Store } from './store.ts';
import type { OnData } from './subscriptions.ts';
import { MESSAGE_IDLE_CLOSE_MS, MESSAGE_RECONNECT_ATTEMPTS, MESSAGE_RECONNECT_MS, PONG_LIMIT_MS } from './timing.ts';

/** AWAITING_CONNECT: the next attempt waits. FAILED: ten attempts in a row failed; a new reader or coming online tries again. */
export type MessageCenterState = 'DISCONNECTED' | 'CONNECTING' | 'CONNECTED' | 'AWAITING_CONNECT' | 'FAILED';

export interface MessageFrame {
  readonly channel: string;
  /** Time of the server in ms. */
  readonly ts: number;
  readonly eventResp: string;
  readonly reqId: string | null;
  readonly data: unknown;
  /** The seconds of the ping that is answered. */
  readonly pong: number | null;
}

export interface MessageCenterOptions {
  readonly url: () => string;
  /** Null: the server refuses a token, so there is no log-in. An error: it could not be asked. */
  readonly token: () => Promise<string | null>;
  readonly read: (bytes: ArrayBuffer) => Promise<MessageFrame>;
  readonly onEvent?: (event: SocketEvent) => void;
  readonly clock?: Clock;
  readonly page?: PageSignals;
}

export interface MessageCenter {
  readonly state: Store<MessageCenterState>;
  /** Answers how to stop; the connection closes 5 s after the last reader left. */
  subscribe(channel: MessageChannel, onData: OnData): () => void;
  /** A token appeared: logs in, again and again where the refusal may pass. `onLoginFailed`: the server refused it for good. */
  logIn(onLoginFailed: () => void): void;
  /** The token was lost. */
  logOut(): void;
}

/** Closing without a status, and a connection that broke. */
const BROKEN_CODES: readonly number[] = [1005, 1006];

export function createMessageCenter(options: MessageCenterOptions): MessageCenter {
  return new Center(options);
}

class Center implements MessageCenter {
  readonly state = createStore<MessageCenterState>('DISCONNECTED');
  readonly #options: MessageCenterOptions;
  readonly #clock: Clock;
  readonly #page: PageSignals;
  readonly #readers = new Map<MessageChannel, Set<OnData>>();
  #socket: WebSocket | null = null;
  #heartbeat: Heartbeat | null = null;
  #attempts = 0;
  readonly #loginBackoff = createBackoff();
  #cancelRetry: Cancel | null = null;
  #cancelLogin: Cancel | null = null;
  #cancelIdle: Cancel | null = null;
  #cancelOpening: Cancel | null = null;
  #onLoginFailed: (() => void) | null = null;
  #isLoggedIn = false;
  #isListening = false;

  constructor(options: MessageCenterOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#page = options.page ?? browserSignals;
  }

  subscribe(channel: MessageChannel, onData: OnData): () => void {
    this.#cancelIdle?.();
    this.#cancelIdle = null;
    const known = this.#readers.get(channel);
    this.#readers.set(channel, (known ?? new Set()).add(onData));
    if (!this.#socket) this.#begin();
    else if (!known && this.#isReadable(channel)) this.#sub('sub', [channel]);
    return () => this.#leave(channel, onData);
  }

  logIn(onLoginFailed: () => void): void {
    const isNew = this.#onLoginFailed === null;
    this.#onLoginFailed = onLoginFailed;
    if (!isNew) return;
    if (this.state.get() === 'CONNECTED') void this.#sendLogin();
    else if (this.state.get() === 'FAILED') this.#begin();
  }

  logOut(): void {
    if (this.#onLoginFailed === null) return;
    this.#onLoginFailed = null;
    this.#cancelLogin?.();
    if (this.#isLoggedIn) this.#sub('unsub', this.#channels(true));
    this.#isLoggedIn = false;
    if (this.state.get() === 'CONNECTED') this.#send({ event: 'logout' });
  }

  #leave(channel: MessageChannel, onData: OnData): void {
    const readers = this.#readers.get(channel);
    if (!readers?.delete(onData) || readers.size > 0) return;
    this.#readers.delete(channel);
    if (this.#isReadable(channel)) this.#sub('unsub', [channel]);
    if (this.#readers.size === 0) this.#cancelIdle = this.#clock.after(MESSAGE_IDLE_CLOSE_MS, () => this.#end());
  }

  /** Tries at once, with all ten attempts ahead. */
  #begin(): void {
    if (this.#readers.size === 0) return;
    this.#attempts = 0;
    this.#connect();
  }

  #connect(): void {
    this.#listen();
    this.#cancelRetry?.();
    this.#cancelRetry = null;
    this.state.set('CONNECTING');
    const socket = new WebSocket(this.#options.url());
    socket.binaryType = 'arraybuffer';
    this.#socket = socket;
    // An unanswered handshake counts as a lost connection, like an unanswered ping.
    this.#cancelOpening = this.#clock.after(PONG_LIMIT_MS, () => this.#lose());
    const isCurrent = () => this.#socket === socket;
    let frames = Promise.resolve();
    socket.addEventListener('open', () => {
      if (isCurrent()) this.#ready(socket);
    });
    socket.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => {
      // Inflating is asynchronous: each frame waits for the one before, so that their order stays.
      frames = frames
        .then(() => this.#options.read(data))
        .then((frame) => void (isCurrent() && this.#receive(frame)))
        .catch(() => void (isCurrent() && this.#lose()));
    });
    socket.addEventListener('error', () => void (isCurrent() && this.#lose()));
    // Any other code is noticed by the next heartbeat, which finds the socket closed.
    socket.addEventListener('close', ({ code }) => void (isCurrent() && BROKEN_CODES.includes(code) && this.#lose()));
  }

  #createHeartbeat(socket: WebSocket): Heartbeat {
    const sent = new Map<number, number>();
    const heartbeat = createHeartbeat({
      clock: this.#clock,
      page: this.#page,
      send: (ts) => {
        if (socket.readyState !== WebSocket.OPEN) return this.#lose();
        const seconds = Math.floor(ts / 1_000);
        sent.set(seconds, ts);
        this.#send({ event: 'ping', ts: seconds });
      },
      onLate: () => undefined,
      onLossRisk: () => this.#tell('ws_loss_risk'),
      onRoundTrip: () => undefined,
      onDelay: () => this.#tell('ws_delay'),
      onLost: () => this.#lose(),
    });
    return {
      pong(seconds) {
        const ts = sent.get(seconds);
        if (ts === undefined) return;
        heartbeat.pong(ts);
        for (const known of sent.keys()) if (known <= seconds) sent.delete(known);
      },
      start: () => heartbeat.start(),
      stop: () => heartbeat.stop(),
    };
  }

  #ready(socket: WebSocket): void {
    this.#cancelOpening?.();
    this.#attempts = 0;
    this.#heartbeat = this.#createHeartbeat(socket);
    this.#heartbeat.start();
    this.state.set('CONNECTED');
    this.#tell('ws_success');
    this.#sub('sub', this.#channels(false));
    if (this.#onLoginFailed) void this.#sendLogin();
  }

  async #sendLogin(): Promise<void> {
    const socket = this.#socket;
    try {
      const token = await this.#options.token();
      if (this.#socket !== socket || !this.#onLoginFailed) return;
      if (token === null) this.#failLogin();
      else this.#send({ event: 'login', params: { token, client: 'web' } });
    } catch {
      // The token could not be asked for, or there were too many log-ins: tried again later.
      if (this.#socket === socket) this.#logInLater(0);
    }
  }

  /** After a temporary refusal asks again, less and less often, and no earlier than the server says. */
  #logInLater(leastMs: number): void {
    this.#cancelLogin?.();
    if (!this.#onLoginFailed) return;
    const wait = Math.max(leastMs, this.#loginBackoff.next());
    this.#cancelLogin = this.#clock.after(wait, () => void this.#sendLogin());
  }

  #failLogin(): void {
    const tell = this.#onLoginFailed;
    this.#onLoginFailed = null;
    this.#isLoggedIn = false;
    tell?.();
  }

  #receive({ channel, eventResp, data, pong }: MessageFrame): void {
    if (pong !== null) return this.#heartbeat?.pong(pong);
    if (eventResp === 'login') {
      if (!this.#onLoginFailed) return;
      const { result, retryAfter } = (data ?? {}) as Partial<AnswerData>;
      if (result !== true) return retryAfter ? this.#logInLater(retryAfter * 1_000) : this.#failLogin();
      this.#loginBackoff.reset();
      this.#isLoggedIn = true;
      return this.#sub('sub', this.#channels(true));
    }
    if (eventResp !== '' || data === null) return;
    for (const onData of this.#readers.get(channel as MessageChannel) ?? []) deliver(onData, data);
  }

  /** The connection is lost: tries again after 3 s, at most ten times. */
  #lose(): void {
    if (!this.#drop()) return;
    if (this.#readers.size === 0) return this.state.set('DISCONNECTED');
    if (this.#attempts >= MESSAGE_RECONNECT_ATTEMPTS) return this.state.set('FAILED');
    this.#attempts += 1;
    this.state.set('AWAITING_CONNECT');
    this.#cancelRetry = this.#clock.after(MESSAGE_RECONNECT_MS, () => this.#connect());
  }

  #end(): void {
    this.#cancelRetry?.();
    this.#cancelRetry = null;
    this.#drop();
    this.state.set('DISCONNECTED');
  }

  /** Answers false when there was no connection to let go. */
  #drop(): boolean {
    const socket = this.#socket;
    if (!socket) return false;
    this.#socket = null;
    this.#cancelOpening?.();
    this.#cancelLogin?.();
    this.#heartbeat?.stop();
    this.#heartbeat = null;
    this.#isLoggedIn = false;
    if (this.state.get() === 'CONNECTED') this.#tell('ws_close');
    socket.close();
    return true;
  }

  #channels(isPrivate: boolean): MessageChannel[] {
    return [...this.#readers.keys()].filter((channel) => MESSAGE_CHANNELS[channel].isPrivate === isPrivate);
  }

  #isReadable(channel: MessageChannel): boolean {
    return this.state.get() === 'CONNECTED' && (this.#isLoggedIn || !MESSAGE_CHANNELS[channel].isPrivate);
  }

  #sub(event: 'sub' | 'unsub', channels: readonly MessageChannel[]): void {
    if (channels.length > 0) this.#send({ event, params: { channel: channels.join(',') } });
  }

  #send(message: Readonly<Record<string, unknown>>): void {
    sendIfOpen(this.#socket, JSON.stringify(message));
  }

  #tell(event: SocketEvent): void {
    this.#options.onEvent?.(event);
  }

  #listen(): void {
    if (this.#isListening) return;
    this.#isListening = true;
    this.#page.onOnline(() => {
      if (this.state.get() === 'FAILED' || this.#cancelRetry) this.#begin();
    });
  }
}

/** A failing reader is an error of the page: the connection stays, and the other readers get the message. */
function deliver(onData: OnData, data: unknown): void {
  try {
    onData(data);
  } catch (error) {
    reportError(error);
  }
}
