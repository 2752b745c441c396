/**
 * Makes a thing once for all clients that ask for it at the same time. Each client has a place in the queue, and the first whose turn
 * comes has it made for all: else a client with a hundred things queued before it would delay all others as long as itself (FLT-16).
 */

/** Waits for a client's turn, then does the work. Throws if it is refused; then the work was not begun. */
export type InTurn = <Made>(work: () => Promise<Made>) => Promise<Made>;

export interface JointMaking<Made> {
  isUnderWay(key: string): boolean;
  /**
   * The result of `make`, or of one already under way for this key. Throws the error of `make`, or the last refusal if no client with a
   * place was given a turn.
   */
  join(key: string, asker: string, make: () => Promise<Made>, inTurn: InTurn): Promise<Made>;
}

/** More who ask at a time wait for these: a thousand visitors of one page take no thousand places in the queue. */
const MOST_PLACES = 16;

export function createJointMaking<Made>(): JointMaking<Made> {
  const underWay = new Map<string, Joint<Made>>();
  const open = (key: string, make: () => Promise<Made>): Joint<Made> => {
    const joint = new Joint(make, () => underWay.delete(key));
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

class Joint<Made> {
  readonly made = Promise.withResolvers<Made>();
  private readonly make: () => Promise<Made>;
  private readonly onEnd: () => void;
  private readonly askers = new Set<string>();
  private waiting = 0;
  private begun: Promise<Made> | null = null;

  constructor(make: () => Promise<Made>, onEnd: () => void) {
    this.make = make;
    this.onEnd = onEnd;
    // Some callers only prepare it for later clients and do not await it: a refusal must not be an unhandled rejection.
    this.made.promise.catch(() => {});
  }

  takePlace(asker: string, inTurn: InTurn): void {
    if (this.askers.size >= MOST_PLACES || this.askers.has(asker)) return;
    this.askers.add(asker);
    this.waiting += 1;
    inTurn(() => this.begin()).then(
      (made) => this.made.resolve(made),
      (error: unknown) => this.lose(error),
    );
  }

  private begin(): Promise<Made> {
    this.begun ??= this.make().finally(this.onEnd);
    return this.begun;
  }

  private lose(error: unknown): void {
    this.waiting -= 1;
    if (this.begun !== null) this.begun.then(this.made.resolve, this.made.reject);
    else if (this.waiting === 0) {
      this.onEnd();
      this.made.reject(error);
    }
  }
}
