/**
 * What the exchange needs of a chain to take deposits from it. The demo's own chain is one (demo-chain.ts); a real one is a node or a
 * service behind the same interface.
 */

export interface AddressOwner {
  readonly uid: number;
  readonly asset: string;
}

/** A transfer to some address of the chain, in a block. */
export interface Arrival {
  /** Its place in the order in which the chain tells arrivals. */
  readonly position: number;
  /** Unique in the chain. */
  readonly txId: string;
  readonly address: string;
  readonly asset: string;
  /** Decimal text. */
  readonly amount: string;
  /** The height of its block. */
  readonly block: number;
  readonly timeMs: number;
}

export interface Chain {
  /** Its code, such as DEMO. */
  readonly network: string;
  /** The coins that it carries. */
  readonly assets: readonly string[];
  /** How many blocks, its own included, make a transfer certain. */
  readonly confirmations: number;
  readonly blockMs: number;
  /** The address of a user for a coin: the same each time, and nobody else's. */
  addressOf(owner: AddressOwner): Promise<string>;
  /**
   * Arrivals after a position, oldest first. Whatever comes later has a higher position than all that were told, so that a reader who
   * keeps the last one misses none.
   */
  arrivals(afterPosition: number, limit: number): Promise<Arrival[]>;
  /** The newest block. */
  height(): Promise<number>;
}
