/**
 * What a websocket channel is. A module describes its channels; server/gateway connects them to sockets, counts
 * subscriptions, encodes each frame once for all its readers and cuts the slow ones.
 */
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
  /** What making that frame costs, in parts of a hundred levels of a book; without it 1, of a private channel 5. */
  firstWeight?(topic: string): number;
}

/** How a module hands frames to the gateway. */
export interface Publisher {
  /** To everyone on the topic of a public channel. */
  publish(channel: string, topic: string, data: unknown): void;
  /** To every connection of one user on a private channel. */
  publishTo(uid: number, channel: string, data: unknown): void;
  /** Whether anybody listens: saves building frames nobody reads. */
  hasReaders(channel: string, topic: string): boolean;
}
