/**
 * Pages are drawn in a process of their own, at a lower priority than everything that trades (decision 078). Of a page that is being
 * drawn the exchange keeps for whom it is: what its loaders ask comes back under the page's number alone, so that no page can ask for
 * another person. A renderer that ends, or that no longer answers, is replaced.
 */
import type { FromRenderer, PageCallText, RenderedPage, RenderJob } from './renderer-messages.ts';
import type { RendererLink, StartRenderer } from './renderer-link.ts';

/** This page was not made: the renderer is away, ended while it drew it, or took too long. */
export class PageNotMade extends Error {
  override readonly name = 'PageNotMade';
  readonly retryAfterSeconds: number;

  constructor(sentence: string, retryAfterSeconds: number) {
    super(sentence);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export interface Renderer {
  /** Resolves when the first renderer can draw; throws if it cannot be started. Pages do it by themselves. */
  begin(): Promise<void>;
  /** Draws it; `call` answers what its loaders ask. Throws PageNotMade, or what failed in the page itself. */
  render(job: RenderJob, call: PageCallText): Promise<RenderedPage>;
  readonly figures: RendererFigures;
  stop(): Promise<void>;
}

export interface RendererFigures {
  /** Whether it draws pages now. */
  readonly isRunning: boolean;
  /** How often it was started since the exchange was. */
  readonly starts: number;
  /** Pages being drawn, or waiting for the renderer to start. */
  readonly drawing: number;
  /** It gave up a page, and was asked for a sign of life that it has not given yet. */
  readonly isSilent: boolean;
}

export interface RendererOptions {
  readonly start: StartRenderer;
  /** It ended by itself, or could not be started: it is started again. */
  readonly onTrouble: (error: Error) => void;
  /** A promise of a page was rejected and nobody waited for it. */
  readonly onRejection: (error: Error) => void;
  /** Milliseconds; for tests. */
  readonly times?: Partial<Times>;
}

interface Times {
  /** A page that is not there by then is given up. */
  readonly giveUp: number;
  /** Time that a renderer has to answer when it is asked for a sign of life; one that gives none hangs, and is ended. */
  readonly sign: number;
  readonly firstPause: number;
  readonly longestPause: number;
  /** One that ran shorter than this before it ended is started again after a longer pause. */
  readonly steady: number;
}

const TIMES: Times = { giveUp: 15_000, sign: 10_000, firstPause: 1_000, longestPause: 30_000, steady: 60_000 };

const AWAY = 'Pages cannot be drawn at the moment. Orders and calls go on. Try again in a moment.';
const ENDED = 'This page could not be drawn. Try again in a moment.';
const TOO_LONG = 'This page took too long and was given up. Try again in a moment.';

interface Drawing {
  readonly call: PageCallText;
  readonly resolve: (page: RenderedPage) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/** A renderer that is started by `begin`, or by the first page that is asked for. */
export function createRenderer(options: RendererOptions): Renderer {
  return new KeptRenderer(options, { ...TIMES, ...options.times });
}

/** Replaces a renderer that has ended: the first time at once, then after growing pauses. */
class KeptRenderer implements Renderer {
  private readonly options: RendererOptions;
  private readonly times: Times;
  /** Null before the first, and in a pause before it is tried again. */
  private current: Promise<RunningRenderer> | null = null;
  private nextPauseMs = 0;
  private pauseMs = 0;
  private pause: NodeJS.Timeout | null = null;
  private isStopped = false;
  private isRunning = false;
  private running: RunningRenderer | null = null;
  private starts = 0;
  private drawing = 0;

  constructor(options: RendererOptions, times: Times) {
    this.options = options;
    this.times = times;
  }

  async begin(): Promise<void> {
    if (this.starts === 0 && !this.isStopped) await this.startOne();
    else await this.current;
  }

  async render(job: RenderJob, call: PageCallText): Promise<RenderedPage> {
    if (this.starts === 0 && !this.isStopped) void this.startOne();
    this.drawing += 1;
    try {
      const renderer = await this.current;
      if (renderer === null) throw this.away();
      return await renderer.render(job, call);
    } finally {
      this.drawing -= 1;
    }
  }

  get figures(): RendererFigures {
    const { isRunning, starts, drawing } = this;
    return { isRunning, starts, drawing, isSilent: this.running?.isSilent ?? false };
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    if (this.pause !== null) clearTimeout(this.pause);
    const renderer = await this.current?.catch(() => null);
    await renderer?.stop();
  }

  private watch(renderer: RunningRenderer): void {
    const beganMs = performance.now();
    void renderer.ended.then((error) => {
      this.isRunning = false;
      this.running = null;
      if (this.isStopped) return;
      if (performance.now() - beganMs >= this.times.steady) this.nextPauseMs = 0;
      this.lost(error);
    });
  }

  private lost(error: Error): void {
    this.options.onTrouble(error);
    this.pauseMs = this.nextPauseMs;
    this.nextPauseMs = Math.min(Math.max(this.pauseMs * 2, this.times.firstPause), this.times.longestPause);
    if (this.pauseMs > 0) {
      this.current = null;
      this.pause = setTimeout(() => void this.startOne(), this.pauseMs);
    } else void this.startOne();
  }

  private away(): PageNotMade {
    return new PageNotMade(AWAY, Math.max(1, Math.ceil(this.pauseMs / 1_000)));
  }

  private startOne(): Promise<RunningRenderer> {
    this.starts += 1;
    const coming = this.options.start().then((link) => new RunningRenderer(link, this.options, this.times));
    this.current = coming.catch(() => {
      throw this.away();
    });
    this.current.catch(() => {});
    void coming.then(
      (renderer) => {
        this.isRunning = true;
        this.running = renderer;
        this.watch(renderer);
      },
      (error: Error) => {
        if (!this.isStopped) this.lost(error);
      },
    );
    return coming;
  }
}

/** One renderer, from when it can draw to its end. */
class RunningRenderer {
  /** Resolves with why. */
  readonly ended: Promise<Error>;
  private readonly link: RendererLink;
  private readonly options: RendererOptions;
  private readonly times: Times;
  private readonly drawings = new Map<number, Drawing>();
  private nextPage = 1;
  private hasEnded = false;
  private awaitsSign: NodeJS.Timeout | null = null;

  constructor(link: RendererLink, options: RendererOptions, times: Times) {
    this.link = link;
    this.options = options;
    this.times = times;
    link.onMessage((message) => this.hear(message));
    this.ended = link.ended.then((error) => {
      this.hasEnded = true;
      if (this.awaitsSign !== null) clearTimeout(this.awaitsSign);
      for (const page of this.drawings.keys()) this.take(page)?.reject(new PageNotMade(ENDED, 1));
      return error;
    });
  }

  get isSilent(): boolean {
    return this.awaitsSign !== null;
  }

  render(job: RenderJob, call: PageCallText): Promise<RenderedPage> {
    // It ended in this very moment: its successor is not yet known to who asks.
    if (this.hasEnded) return Promise.reject(new PageNotMade(ENDED, 1));
    const page = this.nextPage++;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.giveUp(page), this.times.giveUp);
      this.drawings.set(page, { call, resolve, reject, timer });
      this.link.post({ kind: 'render', page, job });
    });
  }

  async stop(): Promise<void> {
    this.link.end();
    await this.ended;
  }

  private hear(message: FromRenderer): void {
    switch (message.kind) {
      case 'call':
        this.answer(message.page, message.call, message.asked).catch(() => this.link.end());
        break;
      case 'rendered':
        this.take(message.page)?.resolve(message.rendered);
        break;
      case 'failed':
        this.take(message.page)?.reject(message.error);
        break;
      case 'rejection':
        this.options.onRejection(message.error);
        break;
      case 'here':
        if (this.awaitsSign !== null) clearTimeout(this.awaitsSign);
        this.awaitsSign = null;
        break;
      case 'ready':
    }
  }

  /** For whom the page is drawn, and for nobody else; a page that is over asks for nobody. */
  private async answer(page: number, call: number, asked: Parameters<PageCallText>[0]): Promise<void> {
    const drawing = this.drawings.get(page);
    if (drawing === undefined) return;
    const answer = await drawing.call(asked);
    if (this.drawings.get(page) === drawing) this.link.post({ kind: 'answer', page, call, answer });
  }

  private giveUp(page: number): void {
    this.take(page)?.reject(new PageNotMade(TOO_LONG, 5));
    this.link.post({ kind: 'giveUp', page });
    if (this.awaitsSign !== null) return;
    this.link.post({ kind: 'areYouThere' });
    this.awaitsSign = setTimeout(() => this.link.end(), this.times.sign);
  }

  private take(page: number): Drawing | undefined {
    const drawing = this.drawings.get(page);
    this.drawings.delete(page);
    clearTimeout(drawing?.timer);
    return drawing;
  }
}
