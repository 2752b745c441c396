/**
 * Makes a thing once for all clients that ask for it at the same time. Each client has a place in the queue, and the first whose turn
 * comes has it made for all: else a client with a hundred things queued before it would delay all others as long as itself (FLT-16).
 */

/** Waits for a client's turn, then does the work. Throws if it is refused; then the work was not begun. */
export type InTurn = <Made>(work: () => Promise<Made>) => Promise<Made>;

export interface SingleFlight<Made> {
  isUnderWay(key: string): boolean;
  /**
   * The result of `make`, or of one already under way for this key. Throws the error of `make`, or the last refusal if no client with a
   * place was given a turn.
   */
  join(key: string, asker: string, make: () => Promise<Made>, inTurn: InTurn): Promise<Made>;
}

/** Others who ask at the same time wait for these sixteen: a thousand visitors of one page do not fill the queue. */
const MOST_PLACES = 16;

export function createSingleFlight<Made>(): SingleFlight<Made> {
  const underWay = new Map<string, Flight<Made>>();
  const open = (key: string, make: () => Promise<Made>): Flight<Made> => {
    const joint = new Flight(make, () => underWay.delete(key));
    underWay.set(key, joint);
    return joint;
  };
  return {
    isUnderWay: (key) => underWay.has(key),
    join(key, asker, make, inTurn) {
      const joint = underWay.get(key) ?? open(key, make);
      joint.takePlace(asker, inTurn);
      return joint.made.promise;
    },
  };
}

class Flight<Made> {
  readonly made = Promise.withResolvers<Made>();
  private readonly make: () => Promise<Made>;
  private readonly onEnd: () => void;
  private readonly askers = new Set<string>();
  private hasBegun = false;

  constructor(make: () => Promise<Made>, onEnd: () => void) {
    this.make = make;
    this.onEnd = onEnd;
    // Some callers only prepare it for later clients and do not await it: a refusal must not be an unhandled rejection.
    this.made.promise.catch(() => {});
  }

  takePlace(asker: string, inTurn: InTurn): void {
    if (this.hasBegun || this.askers.size >= MOST_PLACES || this.askers.has(asker)) return;
    this.askers.add(asker);
    // A later turn than the first has nothing to do, and gives its place in the queue back at once.
    inTurn(async () => {
      if (!this.hasBegun) await this.begin();
    }).catch((error: unknown) => this.lose(asker, error));
  }

  private async begin(): Promise<void> {
    this.hasBegun = true;
    try {
      this.made.resolve(await this.make());
    } catch (error) {
      this.made.reject(error);
    } finally {
      this.onEnd();
    }
  }

  /** Gives the visitor's place back, so that he can ask again after a broken connection. */
  private lose(asker: string, error: unknown): void {
    this.askers.delete(asker);
    if (this.hasBegun || this.askers.size > 0) return;
    this.onEnd();
    this.made.reject(error);
  }
}
