/**
 * One websocket to the exchange, spot or perpetuals: it connects when the first subscription comes, pings, comes back by
 * itself and subscribes anew, so that a feed sees a fresh snapshot after every break. While it is down it may ask by HTTP.
 * It knows nothing of what the frames mean.
 */
import type { SpotChannelData } from '@agio/contracts/ws/spot';
import { createBackoff } from './backoff.ts';
import { browserSignals, type Cancel, type Clock, type PageSignals, systemClock } from './clock.ts';
import { createHeartbeat, type Heartbeat } from './heartbeat.ts';
import { createPolling, type Poll } from './polling.ts';
import { type Answer, createRequests, SocketClosed } from './requests.ts';
import { sendIfOpen } from './send-if-open.ts';
import { createStore, type Store } from './store.ts';
import { type ChannelParams, createSubscriptions, type OnData, type Subscription } from './subscriptions.ts';
import { PONG_LIMIT_MS, UNSTABLE_AFTER_MS } from './timing.ts';

export type { ChannelParams } from './subscriptions.ts';

type ChannelOf<Channels> = keyof Channels & string;

/** INIT: there are no readers. DISCONNECTED: there are, and the next attempt waits. */
export type SocketState = 'INIT' | 'CONNECTING' | 'CONNECTED' | 'DISCONNECTED';

/** late: an answer is overdue (6 s). unstable: lost by silence, and not back 10 s later. */
export type LinkQuality = 'good' | 'late' | 'unstable';

/** Events for the page's tracking; `ws_loss_risk`: a ping was unanswered at the next one, so frames may be missing. */
export type SocketEvent = 'ws_success' | 'ws_close' | 'ws_delay' | 'ws_loss_risk';

/** The parts of WebSocket that are used. */
export interface SocketLike {
  readonly readyState: number;
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
}

export interface SocketOptions {
  readonly url: () => string;
  readonly open?: (url: string) => SocketLike;
  /** For a private socket: a fresh exchange token for each connection. */
  readonly token?: () => Promise<string>;
  /** Asked while the socket is DISCONNECTED. */
  readonly poll?: Poll;
  readonly onEvent?: (event: SocketEvent) => void;
  readonly clock?: Clock;
  readonly page?: PageSignals;
}

/** `Channels` gives the type of the data of each channel by its name; the contracts have one for each kind of socket. */
export interface LiveSocket<Channels = SpotChannelData> {
  readonly state: Store<SocketState>;
  readonly quality: Store<LinkQuality>;
  /** Round trip of the last ping in ms; null before the first. */
  readonly latencyMs: Store<number | null>;
  subscribe<Name extends ChannelOf<Channels>>(
    channel: Name,
    params: ChannelParams,
    onData: (data: Channels[Name]) => void,
  ): () => void;
  /** Asks the channel for its first frame again. */
  resubscribe(channel: ChannelOf<Channels>, params: ChannelParams): void;
  /** One request and its answer; fails with 'Socket is not connected' while there is no connection, or when it ends. */
  request(message: Readonly<Record<string, unknown>>): Promise<Answer>;
}

interface Frame {
  readonly channel?: string;
  readonly eventResp?: unknown;
  readonly reqId?: unknown;
  readonly data?: unknown;
  readonly pong?: unknown;
}

/** A socket that connects when the first reader subscribes. */
export function createSocket<Channels = SpotChannelData>(options: SocketOptions): LiveSocket<Channels> {
  return new Link<Channels>(options);
}

class Link<Channels> implements LiveSocket<Channels> {
  readonly state = createStore<SocketState>('INIT');
  readonly quality = createStore<LinkQuality>('good');
  readonly latencyMs = createStore<number | null>(null);
  readonly #options: SocketOptions;
  readonly #clock: Clock;
  readonly #page: PageSignals;
  readonly #subscriptions = createSubscriptions();
  readonly #backoff = createBackoff();
  readonly #requests;
  readonly #polling;
  #socket: SocketLike | null = null;
  #heartbeat: Heartbeat | null = null;
  #cancelRetry: Cancel | null = null;
  #cancelUnstable: Cancel | null = null;
  #cancelOpening: Cancel | null = null;
  #isListening = false;

  constructor(options: SocketOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#page = options.page ?? browserSignals;
    this.#requests = createRequests(this.#clock, (text) => sendIfOpen(this.#socket, text));
    this.#polling = options.poll
      ? createPolling({
          clock: this.#clock,
          poll: options.poll,
          channels: () => this.#subscriptions.list().map(({ channel, params }) => ({ channel, params })),
          deliver: ({ channel, data }) => this.#subscriptions.deliver(channel, data),
        })
      : null;
  }

  subscribe<Name extends ChannelOf<Channels>>(
    channel: Name,
    params: ChannelParams,
    onData: (data: Channels[Name]) => void,
  ): () => void {
    // The one place where a frame is assumed to have its contract's type; the browser does not check it.
    const reader: OnData = (data) => onData(data as Channels[Name]);
    const subscription = this.#subscriptions.join(channel, params, reader);
    if (!this.#socket && !this.#cancelRetry) this.#connect();
    // Subscribing again to a channel that is read already begins with a first frame, which the new reader needs.
    else this.#ask('subscribe', subscription);
    return () => {
      if (this.#subscriptions.leave(subscription, reader)) this.#ask('unsubscribe', subscription);
    };
  }

  resubscribe(channel: ChannelOf<Channels>, params: ChannelParams): void {
    const subscription = this.#subscriptions.find(channel, params);
    if (subscription) this.#ask('subscribe', subscription);
  }

  request(message: Readonly<Record<string, unknown>>): Promise<Answer> {
    if (!this.#isConnected) return Promise.reject(new SocketClosed());
    return this.#send(message);
  }

  get #isConnected(): boolean {
    return this.state.get() === 'CONNECTED';
  }

  #send(message: Readonly<Record<string, unknown>>): Promise<Answer> {
    return this.#requests.send(message, () => this.quality.set('late'));
  }

  #ask(event: 'subscribe' | 'unsubscribe', subscription: Subscription): void {
    if (!this.#isConnected) return;
    const { channel, params } = subscription;
    const socket = this.#socket;
    const again = (): void => {
      if (this.#socket === socket && this.#subscriptions.find(channel, params) === subscription)
        this.#ask(event, subscription);
    };
    this.#send({ event, channel, params }).then(
      // A refusal with `retryAfter` is asked again after that time; after any other the channel stays silent.
      ({ retryAfter }) => void (retryAfter && this.#clock.after(retryAfter * 1_000, again)),
      // A lost connection subscribes again by itself.
      () => undefined,
    );
  }

  #connect(): void {
    this.#listen();
    this.#cancelRetry?.();
    this.#cancelRetry = null;
    this.#setState('CONNECTING');
    const url = this.#options.url();
    const opened = this.#options.open?.(url) ?? (new WebSocket(url) as unknown as SocketLike);
    this.#socket = opened;
    // An unanswered handshake or log-in counts as a lost connection, like an unanswered ping.
    this.#cancelOpening = this.#clock.after(PONG_LIMIT_MS, () => this.#cut());
    opened.onopen = () => {
      if (this.#socket !== opened) return opened.close();
      this.#heartbeat = this.#createHeartbeat();
      this.#heartbeat.start();
      if (this.#options.token) void this.#logIn(opened, this.#options.token);
      else this.#ready();
    };
    opened.onmessage = (event) => {
      if (this.#socket === opened) this.#receive(String(event.data));
    };
    opened.onclose = () => {
      if (this.#socket === opened) this.#lose();
    };
  }

  #createHeartbeat(): Heartbeat {
    return createHeartbeat({
      clock: this.#clock,
      page: this.#page,
      send: (ts) => sendIfOpen(this.#socket, JSON.stringify({ event: 'ping', ts })),
      onLate: () => this.quality.set('late'),
      onLossRisk: () => this.#tell('ws_loss_risk'),
      onRoundTrip: (ms) => {
        this.latencyMs.set(ms);
        if (!this.#requests.isAnyLate) this.#calm();
      },
      onDelay: () => this.#tell('ws_delay'),
      onLost: () => {
        this.#cut();
        this.#cancelUnstable ??= this.#clock.after(UNSTABLE_AFTER_MS, () => this.quality.set('unstable'));
      },
    });
  }

  async #logIn(opened: SocketLike, token: () => Promise<string>): Promise<void> {
    try {
      const value = await token();
      if (this.#socket !== opened) return;
      const { result } = await this.#send({ event: 'login', params: { token: value } });
      if (this.#socket !== opened) return;
      if (result) this.#ready();
      else opened.close();
    } catch {
      // Without a token no channel can be read; the next attempt asks for a new one.
      opened.close();
    }
  }

  #ready(): void {
    this.#cancelOpening?.();
    this.#backoff.reset();
    this.#polling?.reset();
    this.#setState('CONNECTED');
    this.#tell('ws_success');
    for (const subscription of this.#subscriptions.list()) this.#ask('subscribe', subscription);
  }

  /** Answers come again: the connection counts as good. */
  #calm(): void {
    this.#cancelUnstable?.();
    this.#cancelUnstable = null;
    this.quality.set('good');
  }

  /** Ends the connection from this side: the window went offline, or there is no answer. */
  #cut(): void {
    const lost = this.#socket;
    if (!lost) return;
    this.#lose();
    lost.close();
  }

  #lose(): void {
    const wasConnected = this.#isConnected;
    this.#cancelOpening?.();
    this.#heartbeat?.stop();
    this.#heartbeat = null;
    this.#socket = null;
    this.latencyMs.set(null);
    this.#requests.rejectAll();
    if (wasConnected) this.#tell('ws_close');
    if (this.#subscriptions.size === 0) return this.#setState('INIT');
    this.#setState('DISCONNECTED');
    this.#cancelRetry = this.#clock.after(this.#backoff.next(), () => this.#retry());
  }

  #retry(): void {
    this.#cancelRetry?.();
    this.#cancelRetry = null;
    if (this.#subscriptions.size > 0) this.#connect();
    else this.#setState('INIT');
  }

  #receive(text: string): void {
    const { channel, eventResp, reqId, data, pong } = JSON.parse(text) as Frame;
    if (pong !== undefined && pong !== null) return this.#heartbeat?.pong(Number(pong));
    if (eventResp) {
      const { result, msg, retryAfter } = (data ?? {}) as Partial<Answer>;
      const wait = typeof retryAfter === 'number' ? { retryAfter } : {};
      return void this.#requests.settle(reqId, { result: result === true, msg: msg ?? '', ...wait });
    }
    if (channel && data !== undefined && data !== null) this.#subscriptions.deliver(channel, data);
  }

  #setState(state: SocketState): void {
    this.state.set(state);
    if (state === 'DISCONNECTED') this.#polling?.start();
    else this.#polling?.stop();
  }

  #tell(event: SocketEvent): void {
    this.#options.onEvent?.(event);
  }

  #listen(): void {
    if (this.#isListening) return;
    this.#isListening = true;
    this.#page.onOffline(() => this.#cut());
    this.#page.onOnline(() => {
      if (this.#cancelRetry) this.#retry();
    });
  }
}
