/**
 * Several renderers as one: a second is started where one has more to draw than it can, and stays. Each has its own process, so a page
 * that hangs or ends its renderer keeps only those pages waiting that are drawn by the same one (decision 078).
 */
import type { PageCallText, RenderedPage, RenderJob } from './renderer-messages.ts';
import { createRenderer, type Renderer, type RendererFigures, type RendererOptions } from './renderer.ts';

/** Pages that one renderer has at a time before another is started: most of them wait for their data, one is drawn. */
const BUSY = 4;

/** At most `most` renderers (from 1), of which the first begins as `createRenderer` says. */
export function createRenderers(options: RendererOptions, most: number): Renderer {
  return new Renderers(Array.from({ length: most }, () => createRenderer(options)));
}

class Renderers implements Renderer {
  private readonly all: readonly Renderer[];

  constructor(all: readonly Renderer[]) {
    this.all = all;
  }

  begin(): Promise<void> {
    return this.all[0]!.begin();
  }

  render(job: RenderJob, call: PageCallText): Promise<RenderedPage> {
    const renderer = this.leastBusy();
    if (renderer.figures.drawing >= BUSY) this.startAnother();
    return renderer.render(job, call);
  }

  get figures(): RendererFigures {
    const each = this.all.map(({ figures }) => figures);
    const sum = (of: (figures: RendererFigures) => number): number => each.reduce((all, one) => all + of(one), 0);
    return {
      isRunning: each.some(({ isRunning }) => isRunning),
      starts: sum(({ starts }) => starts),
      drawing: sum(({ drawing }) => drawing),
    };
  }

  async stop(): Promise<void> {
    await Promise.all(this.all.map((renderer) => renderer.stop()));
  }

  /** Of those that run; the first where none does, which waits for its start or says when to try again. */
  private leastBusy(): Renderer {
    const running = this.all.filter(({ figures }) => figures.isRunning);
    return (
      running.reduce<Renderer | null>(
        (least, one) => (least === null || one.figures.drawing < least.figures.drawing ? one : least),
        null,
      ) ?? this.all[0]!
    );
  }

  /** Pages go to it once it can draw. What keeps it from starting is told by its trouble, and it tries again by itself. */
  private startAnother(): void {
    this.all
      .find(({ figures }) => figures.starts === 0)
      ?.begin()
      .catch(() => {});
  }
}
