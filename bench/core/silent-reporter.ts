/** Hears everything the machine tells and makes nothing of it. */
import type { Unnumbered } from '../../core/perp/sink.ts';
import type { PerpEvent } from '../../core/perp/events.ts';
import type { Fill, Reporter } from '../../core/reporter.ts';

export class SilentReporter implements Reporter {
  traded(_market: unknown, _fill: Readonly<Fill>): void {}
  perp(_user: unknown, _event: Unnumbered<PerpEvent>): void {}
  assetCreated(): void {}
  marketChanged(): void {}
  parametersChanged(): void {}
  orderChanged(): void {}
  orderPrevented(): void {}
  tellPrevented(): void {}
  feeTierChanged(): void {}
  fundsMoved(): void {}
  house(): void {}
  balancesChanged(): void {}
  depthChanged(): void {}
}
