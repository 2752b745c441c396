/**
 * One websocket to the exchange: it connects when the first subscription comes, pings, comes back by itself and
 * subscribes anew, so that a feed sees a fresh snapshot after every break. It knows nothing of what the frames mean.
 */
import { createStore, type Store } from './store.ts';

export type SocketState = 'init' | 'connecting' | 'connected' | 'disconnected';
export type ChannelParams = Readonly<Record<string, string>>;
export type OnData = (data: unknown) => void;

/** The parts of WebSocket that are used; tests bring their own. */
export interface SocketLike {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
}

export interface SocketOptions {
  readonly url: () => string;
  readonly open?: (url: string) => SocketLike;
  /** For the private socket: a fresh token for each connection. */
  readonly token?: () => Promise<string>;
}

export interface LiveSocket {
  readonly state: Store<SocketState>;
  /** Round trip of the last ping in ms; null before the first. */
  readonly latencyMs: Store<number | null>;
  subscribe(channel: string, params: ChannelParams, onData: OnData): () => void;
  /** Asks the channel for its first frame again. */
  resubscribe(channel: string, params: ChannelParams): void;
}

interface Frame {
  readonly channel?: string;
  readonly eventResp?: unknown;
  readonly reqId?: unknown;
  readonly data?: unknown;
  readonly pong?: unknown;
}

interface Subscription {
  readonly channel: string;
  readonly params: ChannelParams;
  readonly readers: Set<OnData>;
}

const PING_MS = 3_000;
const PONG_LATE_MS = 15_000;
const PONG_LATE_HIDDEN_MS = 60_000;
const RECONNECT_MS = 3_000;
const RECONNECT_MOST_MS = 30_000;

export function createSocket(options: SocketOptions): LiveSocket {
  const openSocket = options.open ?? ((url: string) => new WebSocket(url) as unknown as SocketLike);
  const state = createStore<SocketState>('init');
  const latencyMs = createStore<number | null>(null);
  const subscriptions = new Map<string, Subscription>();
  let socket: SocketLike | null = null;
  let isReady = false;
  let requests = 0;
  let waits: readonly [number, number] = [0, RECONNECT_MS];
  let pinger: ReturnType<typeof setInterval> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let lastPongAt = 0;

  const send = (message: Readonly<Record<string, unknown>>) => {
    requests += 1;
    socket?.send(JSON.stringify({ ...message, reqId: String(requests) }));
  };
  const ask = (event: 'subscribe' | 'unsubscribe', { channel, params }: Subscription) => {
    if (isReady) send({ event, channel, params });
  };
  const ready = () => {
    isReady = true;
    waits = [0, RECONNECT_MS];
    state.set('connected');
    for (const subscription of subscriptions.values()) ask('subscribe', subscription);
  };

  const connect = () => {
    clearTimeout(retry);
    retry = undefined;
    state.set('connecting');
    const opened = openSocket(options.url());
    socket = opened;
    opened.onopen = () => {
      lastPongAt = Date.now();
      pinger = setInterval(ping, PING_MS);
      ping();
      if (options.token) void logIn(opened, options.token);
      else ready();
    };
    opened.onmessage = (event) => receive(String(event.data));
    opened.onclose = () => {
      if (socket === opened) lose();
    };
  };
  const logIn = async (opened: SocketLike, token: () => Promise<string>) => {
    try {
      const value = await token();
      if (socket === opened) send({ event: 'login', params: { token: value } });
    } catch {
      // Without a token nothing can be read; the next attempt asks for a new one.
      opened.close();
    }
  };
  const lose = () => {
    clearInterval(pinger);
    socket = null;
    isReady = false;
    latencyMs.set(null);
    if (subscriptions.size === 0) return state.set('init');
    state.set('disconnected');
    // Each wait is the sum of the two before: 3, 3, 6, 9, 15, 24, 30 s.
    const [before, now] = waits;
    waits = [now, Math.min(RECONNECT_MOST_MS, before + now)];
    retry = setTimeout(connect, now);
  };
  const ping = () => {
    const limit = document.hidden ? PONG_LATE_HIDDEN_MS : PONG_LATE_MS;
    if (Date.now() - lastPongAt > limit) {
      const lost = socket;
      lose();
      lost?.close();
      return;
    }
    send({ event: 'ping', ts: Date.now() });
  };

  const receive = (text: string) => {
    const frame = JSON.parse(text) as Frame;
    if (frame.pong !== undefined && frame.pong !== null) {
      lastPongAt = Date.now();
      if (typeof frame.pong === 'number') latencyMs.set(Math.max(0, lastPongAt - frame.pong));
      return;
    }
    if (frame.eventResp === 'login') {
      if ((frame.data as { readonly result?: boolean } | null)?.result === true) ready();
      else socket?.close();
      return;
    }
    // Other answers to requests carry no market data.
    if (frame.eventResp) return;
    if (!frame.channel || frame.data === undefined || frame.data === null) return;
    for (const subscription of subscriptions.values()) {
      if (subscription.channel !== frame.channel || !belongs(frame.data, subscription.params)) continue;
      for (const onData of subscription.readers) onData(frame.data);
    }
  };

  return {
    state,
    latencyMs,
    subscribe(channel, params, onData) {
      const key = keyOf(channel, params);
      const known = subscriptions.get(key);
      const subscription = known ?? { channel, params, readers: new Set<OnData>() };
      subscription.readers.add(onData);
      subscriptions.set(key, subscription);
      if (!socket && !retry) connect();
      else if (!known) ask('subscribe', subscription);
      else this.resubscribe(channel, params);
      return () => {
        subscription.readers.delete(onData);
        if (subscription.readers.size > 0 || subscriptions.get(key) !== subscription) return;
        subscriptions.delete(key);
        ask('unsubscribe', subscription);
      };
    },
    resubscribe(channel, params) {
      const subscription = subscriptions.get(keyOf(channel, params));
      // A repeated subscription begins with a first frame again.
      if (subscription) ask('subscribe', subscription);
    },
  };
}

function keyOf(channel: string, params: ChannelParams): string {
  const sorted = Object.entries(params).toSorted(([a], [b]) => a.localeCompare(b));
  return JSON.stringify([channel, sorted]);
}

/** A frame names its market (and interval); parameters that it does not name do not tell it apart. */
function belongs(data: unknown, params: ChannelParams): boolean {
  const named = data as Readonly<Record<string, unknown>>;
  return Object.entries(params).every(([name, value]) => named[name] === undefined || named[name] === value);
}
