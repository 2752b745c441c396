/**
 * One simulation: a whole exchange, its clients and its trouble, all of it drawn from one seed. First traffic among faults; then
 * the faults stop and everyone must get an answer; then the auditor goes through the whole story.
 */
import { type CommandBody, FIRST_RULES_VERSION, type Outcome, RULES_VERSION } from '@agio/core';
import type { RunningEngine } from '../../server/engine/connect-engine.ts';
import type { Disk } from '../../server/journal/index.ts';
import { Auditor } from './auditor.ts';
import { Client } from './client.ts';
import { ExchangeProcess } from './exchange-process.ts';
import { type DiskFaults, mount, ProcessEnded } from './mounted-disk.ts';
import type { Mutation } from './mutation.ts';
import { startNemeses, type Victim } from './nemesis.ts';
import { Network } from './network.ts';
import { nameRules } from './older-rules.ts';
import { Random } from './random.ts';
import { type Life, Scheduler, WallClock } from './scheduler.ts';
import { SimDatabase } from './sim-database.ts';
import { SimDisk } from './sim-disk.ts';
import { demand, Violation } from './violation.ts';

const SECOND_US = 1_000_000;
const OPERATOR = 99;
/** Once faults have stopped, everyone has an answer and the projections are level within this. */
const HEALING_US = 60 * SECOND_US;

export interface SimulationOptions {
  readonly seed: number;
  readonly mutation?: Mutation | undefined;
  readonly trace?: ((line: string) => void) | undefined;
}

export interface Report {
  readonly seed: number;
  /** Null when everything held. */
  readonly violation: Error | null;
  readonly commands: number;
  readonly events: number;
  readonly steps: number;
  readonly simulatedMs: number;
  /** How often each kind of trouble came. */
  readonly counts: ReadonlyMap<string, number>;
  readonly stateHash: string;
}

export class Simulation implements Victim {
  readonly random: Random;
  readonly scheduler: Scheduler;
  readonly clock: WallClock;
  readonly disk: SimDisk;
  readonly database: SimDatabase;
  readonly network: Network;
  readonly auditor: Auditor;
  readonly clients: Client[] = [];
  readonly diskFaults: DiskFaults = { errors: 0, ends: 0, shortTransfers: 0.05, slowestUs: 2_000 };
  readonly counts = new Map<string, number>();
  isStormy = true;
  isHighWaterStale = false;
  private machine: Life = { isAlive: true };
  private life: Life = { isAlive: false };
  private process: ExchangeProcess | null = null;
  private violation: Error | null = null;
  private isFinishing = false;
  /** NEXT: the process that ends now is the last of its release. TRIED: the next one has newer rules, and has yet to start. */
  private upgrading: '' | 'NEXT' | 'TRIED' = '';
  /** The last command of older rules; 0 without any. */
  private boundarySeq = 0;
  private readonly options: SimulationOptions;
  private readonly sizes: {
    readonly segmentBytes: number;
    readonly snapshotEvery: number;
    readonly queueLimit: number;
  };

  constructor(options: SimulationOptions) {
    this.options = options;
    const random = new Random(options.seed);
    this.random = random;
    this.scheduler = new Scheduler(random);
    this.scheduler.onThrown = (error) => this.thrown(error);
    this.clock = new WallClock(this.scheduler);
    const segmentBytes = random.pick([2048, 2048, 4096, 8192, 32_768]);
    this.disk = new SimDisk(random, 100 * segmentBytes);
    this.database = new SimDatabase(this.scheduler, random);
    this.network = new Network(this.scheduler, random, (body) => this.serve(body));
    this.auditor = new Auditor(this.mountQuietly());
    const snapshotEvery = random.pick([7, 25, 60, 1000]);
    this.sizes = { segmentBytes, snapshotEvery, queueLimit: random.pick([3, 1000, 1000]) };
  }

  get hasProcess(): boolean {
    return this.process !== null;
  }

  async run(): Promise<Report> {
    const { scheduler, random, clients } = this;
    const uids = Array.from({ length: random.between(2, 5) }, (_, index) => index + 1);
    for (const uid of [OPERATOR, ...uids]) clients.push(this.client(uid));
    const perClient = random.between(10, 60);
    let isDone = false;
    const traffic = clients[0]!
      .setUp(uids)
      .then(() => Promise.all(clients.slice(1).map((client) => client.trade(perClient))));
    void traffic.then(() => (isDone = true));
    this.boot();
    startNemeses(this);
    await this.step(() => isDone, random.between(2, 10) * SECOND_US);
    this.calm();
    const isQuiet = (): boolean => isDone && clients.every(({ waiting }) => waiting.size === 0) && this.isLevel();
    const hasHealed = await this.step(isQuiet, scheduler.nowUs + HEALING_US);
    if (!this.violation && !hasHealed) this.fail(new Violation(this.describeStuck(isDone)));
    if (!this.violation) await this.finish();
    return {
      seed: this.options.seed,
      violation: this.violation,
      commands: this.auditor.seq,
      events: this.auditor.events.length,
      steps: scheduler.executed,
      simulatedMs: Math.round(scheduler.nowUs / 1000),
      counts: this.counts,
      stateHash: this.violation ? '' : this.auditor.stateHash(),
    };
  }

  note(name: string, detail: () => string = () => ''): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
    this.trace(() => `${name} ${detail()}`);
  }

  trace(line: () => string): void {
    this.options.trace?.(`${(this.scheduler.nowUs / 1000).toFixed(3).padStart(10)} ms  ${line()}`);
  }

  /** kill -9, or the end after a failure; the supervisor starts it again. */
  endProcess(why: string): void {
    if (!this.life.isAlive) return;
    this.note(why);
    this.life.isAlive = false;
    this.database.abandon(this.life);
    this.process = null;
    if (this.upgrading === 'NEXT') {
      this.nameRules(FIRST_RULES_VERSION);
      this.upgrading = 'TRIED';
    }
    if (!this.isFinishing) this.scheduler.after(this.random.between(1_000, 300_000), null, () => this.boot());
  }

  cutPower(): void {
    // A rotten bit and a power cut at once are more than is promised (docs/ARCHITECTURE.md, high-water): one heals first.
    this.disk.restoreFlips();
    this.machine.isAlive = false;
    this.machine = { isAlive: true };
    this.disk.cutPower();
    this.database.cutPower();
    this.isHighWaterStale = true;
    this.endProcess('power cut');
  }

  /** Sends SIGTERM; a process that takes too long is killed. */
  stopProcess(): void {
    const { process, life } = this;
    if (!process) return;
    this.note('stop');
    this.process = null;
    const end = (): void => void (life === this.life && this.endProcess('stopped'));
    void process.close().then(end);
    this.scheduler.after(8 * SECOND_US, life, end);
  }

  upgrade(): void {
    if (!this.process || this.upgrading || this.boundarySeq > 0) return;
    this.upgrading = 'NEXT';
    this.stopProcess();
  }

  /** What no code has caught: the process would end of it. */
  thrown(error: Error): void {
    if (error instanceof ProcessEnded) return;
    if (error instanceof Violation) return this.fail(error);
    this.failed(error);
  }

  private boot(): void {
    const life: Life = { isAlive: true };
    this.life = life;
    this.trace(() => 'start');
    this.disk.finishCalls();
    const disk = this.mountFor(life);
    const rows = this.database.connect(life, this.machine);
    const { mutation } = this.options;
    ExchangeProcess.start({
      ...this.sizes,
      life,
      scheduler: this.scheduler,
      random: this.random,
      disk: mutation?.disk?.(disk) ?? disk,
      clock: this.clock.for(life),
      rows: mutation?.rows?.(rows) ?? rows,
      alterLink: (link) => mutation?.link?.(link) ?? link,
      onRecovered: (engine) => this.recovered(engine, life),
      onEvents: (batch) => this.auditor.publish(batch),
      onFailure: (error) => void (life.isAlive && this.failed(error)),
      onTrouble: (error) => this.note('trouble', () => error.message),
    }).then(
      (process) => {
        if (!life.isAlive) return;
        this.process = process;
        if (this.upgrading === 'TRIED') this.note('upgraded');
        this.upgrading = '';
        this.trace(() => `serving from ${process.engine.durableSeq}`);
      },
      (error: Error) => void (life.isAlive && this.refused(error)),
    );
  }

  private recovered(engine: RunningEngine, life: Life): void {
    if (!life.isAlive) return;
    this.disk.restoreFlips();
    this.isHighWaterStale = false;
    this.note('start', () => `at ${engine.durableSeq}, ${engine.replayed} replayed`);
    this.auditor.follow(engine.durableSeq);
    this.checkRules(engine);
    void this.read(engine);
  }

  private async read(engine: RunningEngine): Promise<void> {
    const read = await engine.query('stateHash', {}).catch(() => null);
    if (read) this.auditor.shown(read.seq, read.hash);
  }

  private nameRules(rulesVersion: number): void {
    for (const [path, { cached, durable }] of this.disk.names)
      for (const content of [cached, durable]) nameRules(path, content, rulesVersion);
  }

  /** No command taken under older rules is applied again, and those taken under newer ones are told apart. */
  private checkRules({ replayed, boundarySeq, durableSeq }: RunningEngine): void {
    if (this.upgrading === 'TRIED') {
      demand(replayed === 0, () => `${replayed} commands of older rules were replayed`);
      this.boundarySeq = durableSeq;
    }
    demand(boundarySeq === this.boundarySeq, () => `older rules end at ${this.boundarySeq}, not at ${boundarySeq}`);
  }

  /** Right only where the release before was not stopped in order; then the operator goes back to it. */
  private refusedForRules(error: Error): void {
    demand(this.upgrading === 'TRIED', () => `refused without another release: ${error.message}`);
    const isLevel = this.auditor.endsInSnapshot(this.database.position);
    demand(!isLevel, () => `refused after a clean stop: ${error.message}`);
    this.note('upgrade refused', () => error.message);
    this.nameRules(RULES_VERSION);
    this.upgrading = '';
    this.boundarySeq = 0;
    this.endProcess('start refused');
  }

  /** A start refused because of damage is right; the operator then restores the damaged files. */
  private refused(error: Error): void {
    if (error instanceof Violation) return this.fail(error);
    if (this.disk.flips.length > 0) {
      this.note('damage noticed', () => error.message);
      this.disk.restoreFlips();
      return this.endProcess('start refused');
    }
    // A snapshot that could not be read this time is not damaged: the next start reads it.
    const isFault = error.message.includes('simulated');
    if (error.name === 'RulesDiffer' && !isFault) return this.refusedForRules(error);
    this.failed(error);
  }

  private failed(error: Error): void {
    const isOurFault = !/simulated|connection lost/.test(`${error.message} ${(error as { code?: string }).code ?? ''}`);
    if (isOurFault) this.fail(new Violation(`the exchange stopped by itself: ${error.message}`, { cause: error }));
    else this.endProcess('stopped by a fault');
  }

  private async serve(body: CommandBody): Promise<Outcome> {
    const { process, mutation, random } = { ...this.options, process: this.process, random: this.random };
    if (!process) throw new Error('connection refused');
    if (random.chance(0.05)) void this.read(process.engine);
    const asked = mutation?.body?.(body) ?? body;
    const outcome = await process.submit(asked);
    // Read your writes: a history that answers has what the caller was told of.
    if (random.chance(0.1))
      void process.projector.waitForSeq(outcome.seq).then(
        () => demand(this.database.position >= outcome.seq, () => `a history without ${outcome.seq} was shown`),
        () => this.note('history late'),
      );
    return outcome;
  }

  private client(uid: number): Client {
    return new Client({
      uid,
      random: this.random,
      scheduler: this.scheduler,
      network: this.network,
      onAnswer: (body, outcome) => {
        this.trace(() => `user ${uid} is told ${outcome.seq} ${body.kind} ${outcome.ok ? 'done' : outcome.code}`);
        this.auditor.answered(body, outcome);
      },
    });
  }

  private mountFor(life: Life): Disk {
    const { disk, scheduler, random, diskFaults } = this;
    const end = (operation: string): void => {
      if (random.chance(0.4)) this.cutPower();
      else this.endProcess(`killed in a call`);
      this.trace(() => `at ${operation}`);
    };
    return mount({ disk, scheduler, random, life, faults: diskFaults, end });
  }

  /** For the auditor, which watches from outside. */
  private mountQuietly(): Disk {
    const { disk, scheduler } = this;
    const faults: DiskFaults = { errors: 0, ends: 0, shortTransfers: 0, slowestUs: 100 };
    return mount({ disk, scheduler, random: new Random(1), life: { isAlive: true }, faults, end: () => {} });
  }

  private calm(): void {
    this.trace(() => 'the faults stop');
    this.isStormy = false;
    Object.assign(this.diskFaults, { errors: 0, ends: 0, slowestUs: 2_000 });
    Object.assign(this.network.faults, { losses: 0, doubles: 0, slowestUs: 3_000 });
    Object.assign(this.database.faults, { isAway: false, breaks: 0, slowestUs: 2_000 });
    this.network.faults.cutOff.clear();
    this.disk.fillerBytes = 0;
    this.disk.restoreFlips();
  }

  private isLevel(): boolean {
    const { process } = this;
    return process !== null && process.projector.seq === process.engine.durableSeq;
  }

  private describeStuck(isDone: boolean): string {
    const waiting = this.clients.flatMap(({ waiting: asked }) => [...asked]);
    if (!this.process) return 'the exchange does not come back although no fault is left';
    if (waiting.length > 0 || !isDone) {
      return `nobody answers: ${waiting.map(({ body, attempts }) => `${body.kind} asked ${attempts} times`).join(', ')}`;
    }
    return `the projections stay at ${this.process.projector.seq} of ${this.process.engine.durableSeq}`;
  }

  /** Stops in order, looks at everything, and starts once more. */
  private async finish(): Promise<void> {
    const { projector } = this.process!;
    if (projector.seq !== this.database.position)
      return this.fail(
        new Violation(`the projector believes ${projector.seq}, committed is ${this.database.position}`),
      );
    this.isFinishing = true;
    this.stopProcess();
    await this.step(() => !this.life.isAlive, this.scheduler.nowUs + 20 * SECOND_US);
    if (this.violation) return;
    try {
      this.auditor.finish();
      this.auditor.checkRows(this.database.position, this.database.rows);
    } catch (error) {
      return this.fail(error as Error);
    }
    this.boot();
    const isUp = await this.step(() => this.isLevel(), this.scheduler.nowUs + 20 * SECOND_US);
    if (this.violation) return;
    if (!isUp) return this.fail(new Violation('the last start did not come up'));
    this.life.isAlive = false;
    try {
      this.auditor.checkRows(this.auditor.seq, this.database.rows);
    } catch (error) {
      this.fail(error as Error);
    }
  }

  private step(isDone: () => boolean, limitUs: number): Promise<boolean> {
    return this.scheduler.runUntil(() => this.violation !== null || isDone(), limitUs);
  }

  private fail(error: Error): void {
    this.trace(() => `VIOLATION ${error.message}`);
    this.violation ??= error;
    this.isFinishing = true;
    this.life.isAlive = false;
  }
}
