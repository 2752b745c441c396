/** The caller's side of the engine: what waits for an answer, and calls of one turn in one message. */
import { type Outcome, ToldOrders, unpackEvents } from '@agio/core';
import { attempt, type NoteFailure } from '../failures/failures.ts';
import type { Shortage } from '../journal/index.ts';
import { type EngineHandle, EngineBusy, EngineStopped, type EventBatch } from './index.ts';
import type { Answer, FromEngine, ToEngine, WorkItem } from './messages.ts';
import type { ReplayChunk } from './recover.ts';

export interface ConnectOptions {
  /** Commands and reads that may wait at once; more are refused with EngineBusy. */
  readonly queueLimit: number;
  /** Called when the disk failed or the thread died: no command can be acknowledged, so the process has to end. */
  readonly onFailure: (error: Error) => void;
  /** Called when a listener of events threw. Listeners only show what happened, so the engine goes on. */
  readonly noteFailure: NoteFailure;
}

export interface RunningEngine extends EngineHandle {
  /** Commands that had to be replayed at the start. */
  readonly replayed: number;
  /** The last command of older rules than this program's, 0 without any: a reader that is still before it cannot catch up. */
  readonly boundarySeq: number;
  /**
   * The events of the commands that were replayed at the start, after `afterSeq`; null where they are not kept, as they are not once the
   * projections have them all.
   */
  recentEvents(afterSeq: number): Promise<readonly ReplayChunk[] | null>;
  /** Tells the engine where the projections stand. */
  reportProjected(seq: number): void;
}

/** The way to the sequencer and back. */
export interface EngineLink {
  post(message: ToEngine): void;
  onMessage(listener: (message: FromEngine) => void): void;
  /** A bug of ours ended the sequencer. */
  onError(listener: (error: Error) => void): void;
  /** Runs when the present turn's work is done. */
  atEndOfTurn(run: () => void): void;
  end(): Promise<void>;
}

export type EngineReady = Extract<FromEngine, { kind: 'ready' }>;

interface Waiting {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
}

const SHORTAGES: Record<Shortage, string> = {
  disk: 'The disk is full: nothing was done. Cancels still work; try again when space was made.',
  files: 'The exchange may open no more files: nothing was done. Try again in a moment.',
};

function diskFailed(cause: string): string {
  return `The disk failed (${cause}). Nothing was acknowledged after it; the next start reads back what is really on disk.`;
}

const crashOf = (error: unknown): EngineStopped =>
  new EngineStopped(`The engine stopped: ${(error instanceof Error && error.stack) || String(error)}`);

/** A message that cannot be read means that what is told from here on cannot be trusted: the exchange ends in order, and starts anew. */
function guarded<T>(receive: (message: T) => void, fail: (error: Error) => void): (message: T) => void {
  return (message) => {
    try {
      receive(message);
    } catch (error) {
      fail(crashOf(error));
    }
  };
}

function settleWith(entry: Waiting, answer: Answer, told: ToldOrders): void {
  if ('outcome' in answer) entry.resolve(answer.outcome as never);
  else if ('toldBy' in answer) entry.resolve(told.outcomeOf(answer.toldBy) as never);
  else if ('output' in answer) entry.resolve(answer.output as never);
  else if ('shortage' in answer) entry.reject(new EngineBusy(SHORTAGES[answer.shortage]));
  else entry.reject(new Error(answer.error));
}

interface Listener {
  readonly part: string;
  readonly hear: (batch: EventBatch) => void;
}
function tellAll(listeners: readonly Listener[], batch: EventBatch, noteFailure: NoteFailure): void {
  for (const { part, hear } of listeners) attempt(part, noteFailure, () => hear(batch));
}

/** Asks the engine's thread for events of its replay. Answers come in the order of asking. */
function askRecent(link: EngineLink) {
  type Resolve = (chunks: readonly ReplayChunk[] | null) => void;
  const asking: Resolve[] = [];
  return {
    ask(afterSeq: number): Promise<readonly ReplayChunk[] | null> {
      link.post({ kind: 'recent', afterSeq });
      return new Promise((resolve) => asking.push(resolve));
    },
    answer: (chunks: readonly ReplayChunk[] | null): void => asking.shift()?.(chunks),
    /** No answer comes any more: they are not kept. */
    giveUp(): void {
      for (const resolve of asking.splice(0)) resolve(null);
    },
  };
}

/** The engine behind a link whose sequencer is ready. */
export function connectEngine(link: EngineLink, options: ConnectOptions, ready: EngineReady): RunningEngine {
  const waiting = new Map<number, Waiting>();
  const recent = askRecent(link);
  const listeners: Listener[] = [];
  let outbox: WorkItem[] = [];
  let nextId = 1;
  let durableSeq = ready.seq;
  let closed: (() => void) | null = null;
  let stopped: Error | null = null;
  let isTradingStopped = false;

  const flush = (): void => {
    const items = outbox;
    outbox = [];
    link.post({ kind: 'work', items });
  };
  const enqueue = <T>(make: (id: number) => WorkItem): Promise<T> => {
    if (stopped) return Promise.reject(stopped);
    if (waiting.size >= options.queueLimit)
      return Promise.reject(new EngineBusy('The engine has more waiting than it takes. Nothing was done; try again.'));
    const id = nextId++;
    // A turn's calls travel together: the first one schedules the message.
    if (outbox.length === 0) link.atEndOfTurn(flush);
    outbox.push(make(id));
    return new Promise<T>((resolve, reject) => waiting.set(id, { resolve, reject }));
  };
  const stop = (error: Error): void => {
    stopped = error;
    for (const entry of waiting.values()) entry.reject(error);
    waiting.clear();
    recent.giveUp();
  };
  const settle = (answer: Answer, told: ToldOrders): void => {
    const entry = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('outcome' in answer && !answer.outcome.ok && answer.outcome.code === 'TRADING_STOPPED') isTradingStopped = true;
    if (entry) settleWith(entry, answer, told);
  };

  const receive = (message: FromEngine): void => {
    if (message.kind === 'durable') {
      durableSeq = message.seq;
      const batch = { firstSeq: message.firstSeq, lastSeq: message.seq, events: unpackEvents(message.events) };
      // Listeners get the events before the caller gets the answer, so that the caller then reads the effect.
      if (message.seq >= message.firstSeq) tellAll(listeners, batch, options.noteFailure);
      const told = new ToldOrders(batch.events);
      for (const answer of message.answers) settle(answer, told);
    } else if (message.kind === 'recent') recent.answer(message.chunks);
    else if (message.kind === 'closed') closed?.();
    else if (message.kind === 'failed') fail(new EngineStopped(diskFailed(message.message)));
  };
  const fail = (error: Error): void => {
    stop(error);
    options.onFailure(error);
  };
  link.onMessage(guarded(receive, fail));
  link.onError((error) => fail(crashOf(error)));

  return {
    submit: (body) => enqueue<Outcome>((id) => ({ kind: 'command', id, body })),
    query: (query, input) => enqueue((id) => ({ kind: 'query', id, query, input })),
    onEvents: (part, hear) => void listeners.push({ part, hear }),
    recentEvents: (afterSeq) => (stopped ? Promise.resolve(null) : recent.ask(afterSeq)),
    reportProjected: (seq) => link.post({ kind: 'projected', seq }),
    get durableSeq() {
      return durableSeq;
    },
    get isTradingStopped() {
      return isTradingStopped;
    },
    replayed: ready.replayed,
    boundarySeq: ready.boundarySeq,
    async close() {
      if (!stopped) {
        if (outbox.length > 0) flush();
        // From here on new calls are refused; those under way are still answered.
        stopped = new EngineStopped('The engine is closed.');
        const ended = new Promise<void>((resolve) => (closed = resolve));
        link.post({ kind: 'close' });
        await ended;
        stop(stopped);
      }
      await link.end();
    },
  };
}
