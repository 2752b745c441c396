/**
 * What a websocket channel is. A module describes its channels; server/gateway connects them to sockets, counts
 * subscriptions, encodes each frame once for all its readers and cuts the slow ones.
 */
import type { NoticeChannel } from './ws/message-center.ts';

export interface Channel {
  readonly name: string;
  /** Private channels need a log-in on the socket and hand each user only what is theirs. */
  readonly isPrivate: boolean;
  /**
   * Checks the parameters of a subscription and answers the topic they name (one topic = one stream of frames), or null
   * when they are not valid.
   */
  topic(params: Readonly<Record<string, unknown>>): string | null;
  /** The first frame of a new subscriber: the state as of now. Later frames follow it without a gap. */
  first(topic: string, uid: number): Promise<unknown>;
  /** Weight of making that frame; 1 is the cost of a hundred levels of a book. Default: 1, for a private channel 5. */
  firstWeight?(topic: string): number;
}

/** How a module hands frames to the gateway. */
export interface Publisher {
  /** To everyone on the topic of a public channel. */
  publish(channel: string, topic: string, data: unknown): void;
  /** To every connection of one user on a private channel. */
  publishTo(uid: number, channel: string, data: unknown): void;
  /** Whether the topic has readers, or with a `uid` that user's connections are among them: saves building frames for no one. */
  hasReaders(channel: string, topic: string, uid?: number): boolean;
}

/** The two families of the site's sockets: their addresses begin with /web/spot/ws and with /futures/ws. */
export type SocketFamily = 'spot' | 'futures';

/** What modules say to one user, by the message centre and by the futures sockets; clients drop what they have seen. */
export interface Notices {
  /** Told to every connection of the user that reads the channel. */
  notify(uid: number, channel: NoticeChannel, data: Readonly<Record<string, unknown>>): void;
  /** A rate of a dual-investment product changed: told to everyone who reads that. */
  announceRate(data: Readonly<Record<string, unknown>>): void;
}

/** The publishers that a module is given at its start: one for each family of sockets, and the notices to users. */
export interface Publishers extends Readonly<Record<SocketFamily, Publisher>> {
  readonly notices: Notices;
}
