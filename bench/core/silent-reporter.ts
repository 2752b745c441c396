/** Hears everything the machine tells and makes nothing of it. */
import type { Unnumbered } from '../../core/protocol/words.ts';
import type { PerpEvent } from '../../core/protocol/perp-events.ts';
import type { Reporter } from '../../core/state-machine/reporter.ts';
import type { Fill } from '../../core/spot/sink.ts';

export class SilentReporter implements Reporter {
  readonly isUnheard = true;
  traded(_market: unknown, _fill: Readonly<Fill>): void {}
  /** What concerns one user is not made; trades are counted. */
  countUnheard(user: unknown): boolean {
    return user !== null;
  }
  perp(_user: unknown, _event: Unnumbered<PerpEvent>): void {}
  assetCreated(): void {}
  marketChanged(): void {}
  parametersChanged(): void {}
  orderChanged(): void {}
  orderPrevented(): void {}
  tellPrevented(): void {}
  feeTierChanged(): void {}
  fundsMoved(): void {}
  product(): void {}
  balancesChanged(): void {}
  beginFunding(): void {}
  tellFundingRows(): void {}
  endFunding(): void {}
  depthChanged(): void {}
  perpOrderChanged(): void {}
  perpDepthChanged(): void {}
}
