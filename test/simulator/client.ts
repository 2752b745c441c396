/**
 * A client that never gives up: it asks again, with the same key, until it has its answer, and keeps every answer. It now and then
 * repeats a command answered long ago, or uses its key for another command.
 */
import type { CommandBody, Idempotency, OrderView, Outcome } from '@agio/core';
import { isDeepStrictEqual } from 'node:util';
import { demand } from './violation.ts';
import type { Network } from './network.ts';
import type { Random } from './random.ts';
import type { Scheduler } from './scheduler.ts';
import { setUp, short, nextCommand } from './workload.ts';

export interface Asked {
  readonly body: CommandBody;
  outcome: Outcome | null;
  /** A key that stands for another body: refused, whatever it asks. */
  readonly isMisuse: boolean;
  attempts: number;
}

export interface ClientOptions {
  readonly uid: number;
  readonly random: Random;
  readonly scheduler: Scheduler;
  readonly network: Network;
  readonly onAnswer: (body: CommandBody, outcome: Outcome) => void;
}

const MAX_WAITING = 4;

export class Client {
  readonly uid: number;
  readonly waiting = new Set<Asked>();
  private readonly options: ClientOptions;
  private readonly answered: Asked[] = [];
  private readonly orders: OrderView[] = [];
  private keys = 0;

  constructor(options: ClientOptions) {
    this.uid = options.uid;
    this.options = options;
  }

  /** The operator's part: one thing after the other. */
  async setUp(uids: readonly number[]): Promise<void> {
    for (const body of setUp(uids)) await this.ask({ body, outcome: null, isMisuse: false, attempts: 0 });
  }

  /** Asks `count` things at its own pace. */
  async trade(count: number): Promise<void> {
    const { random, scheduler } = this.options;
    const slowestUs = random.pick([2_000, 30_000, 150_000]);
    for (let left = count; left > 0; left--) {
      await scheduler.sleep(random.between(0, slowestUs), null);
      while (this.waiting.size >= MAX_WAITING) await scheduler.sleep(5_000, null);
      void this.ask(this.next());
    }
  }

  private next(): Asked {
    const { random } = this.options;
    const earlier = this.answered.length > 0 && random.chance(0.06) ? random.pick(this.answered) : null;
    if (earlier && hasKey(earlier.body) && !earlier.isMisuse) {
      if (random.chance(0.5)) return { ...earlier, outcome: earlier.outcome, attempts: 0 };
      const { key } = earlier.body.idempotency;
      const body = { ...earlier.body, idempotency: { key, fingerprint: 'another' } } as CommandBody;
      return { body, outcome: null, isMisuse: true, attempts: 0 };
    }
    const key = (fingerprint: string): Idempotency => ({ key: `k${++this.keys}`, fingerprint: short(fingerprint) });
    const body = nextCommand({ uid: this.uid, random, orders: this.orders, key });
    return { body, outcome: null, isMisuse: false, attempts: 0 };
  }

  private ask(asked: Asked): Promise<void> {
    this.waiting.add(asked);
    return new Promise((resolve) => this.attempt(asked, resolve));
  }

  private attempt(asked: Asked, resolve: () => void): void {
    if (!this.waiting.has(asked)) return;
    const { network, scheduler, random } = this.options;
    asked.attempts++;
    network.call(this.uid, asked.body, (outcome) => {
      if (outcome) this.take(asked, outcome, resolve);
    });
    scheduler.after(random.between(200_000, 1_500_000), null, () => this.attempt(asked, resolve));
  }

  private take(asked: Asked, outcome: Outcome, resolve: () => void): void {
    const { body } = asked;
    this.options.onAnswer(body, outcome);
    if (asked.isMisuse) {
      const isRefused = !outcome.ok && outcome.code === 'IDEMPOTENCY_MISMATCH';
      demand(isRefused, () => `a key served two bodies at ${outcome.seq}`);
    } else if (asked.outcome && hasKey(body)) {
      const isSame = isDeepStrictEqual({ ...asked.outcome, repeated: false }, { ...outcome, repeated: false });
      demand(isSame, () => `one key got two answers: of ${asked.outcome?.seq} and of ${outcome.seq}`);
    }
    asked.outcome ??= outcome;
    if (!this.waiting.delete(asked)) return;
    this.answered.push(asked);
    if (outcome.ok && outcome.result.kind === 'Order') this.orders.push(outcome.result.order);
    if (outcome.ok && outcome.result.kind === 'Orders') this.orders.push(...outcome.result.orders);
    resolve();
  }
}

function hasKey(body: CommandBody): body is CommandBody & { readonly idempotency: Idempotency } {
  return 'idempotency' in body && body.idempotency !== null;
}
