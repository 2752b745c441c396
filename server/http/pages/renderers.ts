/**
 * Several renderers as one: a second is started where one has more to draw than it can, and stays. Each has its own process, so a page
 * that hangs or ends its renderer keeps only those pages waiting that went to the same one, until the first of them is given up
 * (decision 078).
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
    const renderer = this.chosen();
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
      isSilent: each.some(({ isSilent }) => isSilent),
    };
  }

  async stop(): Promise<void> {
    await Promise.all(this.all.map((renderer) => renderer.stop()));
  }

  /**
   * The one with the fewest pages, of those that run and are not silent: one that hangs gives its pages up and would have the fewest. Where
   * none runs the first, which waits for its start or says when to try again.
   */
  private chosen(): Renderer {
    const running = this.all.filter(({ figures }) => figures.isRunning);
    const answering = running.filter(({ figures }) => !figures.isSilent);
    const [first = this.all[0]!, ...others] = answering.length > 0 ? answering : running;
    return others.reduce((least, one) => (one.figures.drawing < least.figures.drawing ? one : least), first);
  }

  /**
   * One at a time: pages go to it once it can draw, and then it shows whether they are still too many. What keeps it from starting is told by
   * its trouble, and it tries again by itself.
   */
  private startAnother(): void {
    if (this.all.some(({ figures }) => figures.starts > 0 && !figures.isRunning)) return;
    this.all
      .find(({ figures }) => figures.starts === 0)
      ?.begin()
      .catch(() => {});
  }
}
