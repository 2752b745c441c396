/**
 * Something that is made once for all who ask for it at a time. Each who asks has a place of their own in the queue of makings, and
 * the first whose turn comes has it made for all: else somebody with a hundred makings before this one would keep all others waiting
 * as long as himself (FLT-16).
 */

/** Waits for somebody's turn, then does the work. Throws when it is refused; then the work was not begun. */
export type InTurn = <Made>(work: () => Promise<Made>) => Promise<Made>;

export interface JointMaking<Made> {
  isUnderWay(key: string): boolean;
  /**
   * What `make` made, for whoever asks first, or what is under way already. Throws what `make` threw, or the last refusal when nobody
   * who has a place was given a turn.
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
    // Some only have it made for whoever comes later: they hear of no refusal.
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
