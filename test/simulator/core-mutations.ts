/** Known bugs inside the core: its classes are changed for one simulation and changed back. */
import { type Command, createCore, type Idempotency, type Outcome } from '@agio/core';
import { LEFT_TO_CORE, NOT_MINE } from '../../core/kernel/layout.ts';
import type { Mutation } from './mutation.ts';

type Method = (this: never, ...args: never[]) => unknown;

/** The parts of a core that bugs are planted in, as they are at run time. */
interface Inside {
  readonly keys: object;
  readonly reporter: object;
  readonly machine: {
    readonly ledger: object;
    readonly orders: unknown;
    readonly canceller: { readonly closing: object };
    readonly createBook: (orders: unknown) => object;
    readonly kernel: object;
    readonly users: { all(): { eventCount: number }[] };
  };
}

/** Replaces a method of the class that `find` names an object of. */
function patch<Original extends Method>(
  name: string,
  find: (inside: Inside) => object,
  method: string,
  replace: (original: Original) => Original,
): Mutation {
  return {
    name,
    patch() {
      const inside = createCore() as unknown as Inside;
      const prototype = Object.getPrototypeOf(find(inside)) as Record<string, Method>;
      const original = prototype[method] as Original;
      prototype[method] = replace(original);
      // Its kernel would do the same without the bug.
      const kernel = Object.getPrototypeOf(inside.machine.kernel) as Record<string, Method>;
      const { place, amend, cancel, keepEnded, forgetEnded, match, trade } = kernel;
      const notMine = (): number => NOT_MINE;
      Object.assign(kernel, { place: notMine, amend: notMine, cancel: notMine, match: () => LEFT_TO_CORE });
      Object.assign(kernel, { keepEnded: () => false, forgetEnded: () => false, trade: () => false });
      return () => {
        prototype[method] = original;
        Object.assign(kernel, { place, amend, cancel, keepEnded, forgetEnded, match, trade });
      };
    },
  };
}

type Find = (this: object, uid: number, idempotency: Idempotency, timeMs: number) => unknown;
type Restore = (this: { readonly orders: object }, log: object, records: unknown) => void;
type Apply = (this: Inside & { lastTimeMs: number }, command: Command, emit: unknown) => Outcome;
type Post = (this: object, target: number, amount: number) => void;
interface Book {
  next(order: number): number;
}

const ledger = ({ machine }: Inside): object => machine.ledger;
const whole = (inside: Inside): object => inside;

export const coreMutations: readonly Mutation[] = [
  patch<Find>(
    'a key is never found again',
    ({ keys }) => keys,
    'find',
    () => () => null,
  ),
  patch<Find>(
    'a key is forgotten too early',
    ({ keys }) => keys,
    'find',
    (original) =>
      function (uid, idempotency, timeMs) {
        return original.call(this, uid, idempotency, timeMs + 24 * 3_600_000 - 500);
      },
  ),
  patch<Restore>(
    'keys of orders are forgotten by a restart',
    ({ keys }) => keys,
    'restore',
    (original) =>
      function (log, records) {
        if (log !== this.orders) original.call(this, log, records);
      },
  ),
  patch<Post>(
    'an ended order keeps what it locked',
    ({ machine }) => machine.canceller.closing,
    'release',
    (original) =>
      function (order, amount) {
        if (amount % 7 !== 0) original.call(this, order, amount);
      },
  ),
  patch<Post>(
    'a fee is taken and given to nobody',
    ledger,
    'giveHouse',
    (original) =>
      function (asset, amount) {
        if (amount % 5 !== 0) original.call(this, asset, amount);
      },
  ),
  patch<(this: Book, side: number) => number>(
    'the second in the book trades first',
    ({ machine }) => machine.createBook(machine.orders),
    'first',
    (original) =>
      function (side) {
        const first = original.call(this, side);
        return first === 0 ? 0 : this.next(first) || first;
      },
  ),
  patch<(this: Inside) => Uint8Array>(
    'events of a user skip a number after a restore',
    whole,
    'snapshot',
    (original) =>
      function () {
        for (const user of this.machine.users.all()) user.eventCount++;
        const bytes = original.call(this);
        for (const user of this.machine.users.all()) user.eventCount--;
        return bytes;
      },
  ),
  patch<Apply>(
    'a clock that goes back is believed',
    whole,
    'apply',
    (original) =>
      function (command, emit) {
        const outcome = original.call(this, command, emit);
        this.lastTimeMs = 0;
        return outcome;
      },
  ),
  patch<Apply>('the result depends on what the process did before', whole, 'apply', (original) => {
    let deposits = 0;
    return function (command, emit) {
      const isOther = command.kind === 'Deposit' && ++deposits % 13 === 0;
      return original.call(this, isOther ? { ...command, amount: (command.amount + 1) as never } : command, emit);
    };
  }),
];
