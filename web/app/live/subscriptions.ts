/** Readers by channel: one entry for each channel with its parameters, whatever the number of readers. */

export type ChannelParams = Readonly<Record<string, string>>;
export type OnData = (data: unknown) => void;

export interface Subscription {
  readonly channel: string;
  readonly params: ChannelParams;
  readonly readers: Set<OnData>;
}

export interface Subscriptions {
  readonly size: number;
  list(): readonly Subscription[];
  find(channel: string, params: ChannelParams): Subscription | undefined;
  join(channel: string, params: ChannelParams, onData: OnData): Subscription;
  /** Answers whether that was the last reader. */
  leave(subscription: Subscription, onData: OnData): boolean;
  /** A frame of the socket names its channel and, in its data, its market. */
  deliver(channel: string, data: unknown): void;
}

export function createSubscriptions(): Subscriptions {
  const byKey = new Map<string, Subscription>();
  return {
    get size() {
      return byKey.size;
    },
    list: () => [...byKey.values()],
    find: (channel, params) => byKey.get(keyOf(channel, params)),
    join(channel, params, onData) {
      const key = keyOf(channel, params);
      const subscription = byKey.get(key) ?? { channel, params, readers: new Set<OnData>() };
      subscription.readers.add(onData);
      byKey.set(key, subscription);
      return subscription;
    },
    leave(subscription, onData) {
      const key = keyOf(subscription.channel, subscription.params);
      const wasThere = subscription.readers.delete(onData);
      if (!wasThere || subscription.readers.size > 0 || byKey.get(key) !== subscription) return false;
      return byKey.delete(key);
    },
    deliver(channel, data) {
      for (const subscription of byKey.values()) {
        if (subscription.channel !== channel || !belongs(data, subscription.params)) continue;
        for (const onData of subscription.readers) onData(data);
      }
    },
  };
}

/** By code unit: comparing by a language's rules would load them, which takes a phone tens of milliseconds. */
function keyOf(channel: string, params: ChannelParams): string {
  const sorted = Object.entries(params).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([channel, sorted]);
}

/**
 * Whether a frame belongs to a subscription: every parameter that the frame names, its market or interval, has to be the
 * same. Others are not compared.
 */
function belongs(data: unknown, params: ChannelParams): boolean {
  const named = data as Readonly<Record<string, unknown>>;
  return Object.entries(params).every(([name, value]) => named[name] === undefined || named[name] === value);
}
