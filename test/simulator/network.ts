/** The network between clients and exchange: messages may be lost, doubled, late and out of order. */
import type { CommandBody, Outcome } from '@agio/core';
import type { Random } from './random.ts';
import type { Scheduler } from './scheduler.ts';

export interface NetworkFaults {
  losses: number;
  doubles: number;
  slowestUs: number;
  /** Clients that are cut off. */
  readonly cutOff: Set<number>;
}

/** The exchange's end of the network; rejects if the command was not done, or the outcome is unknown. */
export type Serve = (body: CommandBody) => Promise<Outcome>;

export class Network {
  readonly faults: NetworkFaults = { losses: 0, doubles: 0, slowestUs: 3_000, cutOff: new Set() };
  private readonly scheduler: Scheduler;
  private readonly random: Random;
  private readonly serve: Serve;

  constructor(scheduler: Scheduler, random: Random, serve: Serve) {
    this.scheduler = scheduler;
    this.random = random;
    this.serve = serve;
  }

  /** Answers any number of times: never, once, or more often; null where the exchange said that it cannot tell. */
  call(client: number, body: CommandBody, answer: (outcome: Outcome | null) => void): void {
    this.send(client, () => {
      this.serve(body).then(
        (outcome) => this.send(client, () => answer(outcome)),
        () => this.send(client, () => answer(null)),
      );
    });
  }

  private send(client: number, deliver: () => void): void {
    const { faults, random } = this;
    const copies = random.chance(faults.doubles) ? 2 : 1;
    for (let i = 0; i < copies; i++) {
      if (faults.cutOff.has(client) || random.chance(faults.losses)) continue;
      const slowest = random.chance(0.05) ? faults.slowestUs * 20 : faults.slowestUs;
      this.scheduler.after(random.between(10, slowest), null, deliver);
    }
  }
}
