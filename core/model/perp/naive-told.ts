/** Compares the events of a command with what the naive model did: trades, covered fees, liquidation steps, deleveraging. */
import type { CoreEvent } from '../../protocol/events.ts';
import type { NaivePerps } from './naive-perps.ts';

/** The liquidation steps that receipts report. */
export const STEPS = ['STARTED', 'AUTO_ADD', 'HEDGE_CLOSED', 'REDUCED', 'CLOSED', 'TAKEN_OVER', 'ADL'];

export class Telling {
  private readonly counts = { trades: 0, covers: 0, steps: 0, closures: 0, misfits: 0 };
  private readonly model: NaivePerps;

  constructor(model: NaivePerps) {
    this.model = model;
  }

  /** The lines that differ: of the command's events, and of the model. */
  differences(events: readonly CoreEvent[]): { readonly seen: readonly string[]; readonly meant: readonly string[] } {
    const seen = [...this.trades(events), ...this.others(events)];
    const meant = this.meant();
    return seen.join('\n') === meant.join('\n') ? { seen: [], meant: [] } : { seen, meant };
  }

  private trades(events: readonly CoreEvent[]): string[] {
    const found = events.flatMap((e) => (e.kind === 'PerpTraded' ? [e] : []));
    return found.map((t) =>
      ['trade', t.symbol, t.makerOrderId, t.takerOrderId, t.price, t.quantity, t.makerFee, t.takerFee].join(' '),
    );
  }
  private others(events: readonly CoreEvent[]): string[] {
    const covers = events.flatMap((e) => {
      return e.kind === 'FeeCovered' ? [['covered', e.uid, e.wallet, e.symbol, e.voucher, e.bonus].join(' ')] : [];
    });
    const steps = events.flatMap((e) =>
      e.kind === 'Liquidated' && e.step !== 'RECOVERED' ? [e.step] : e.kind === 'Deleveraged' ? ['ADL'] : [],
    );
    const closures = events.flatMap((e) => {
      if (e.kind !== 'Deleveraged') return [];
      return [['adl', e.uid, e.wallet, e.positionSide, e.rank, e.score, e.quantity, e.value, e.realised].join(' ')];
    });
    const misfits = events.flatMap((e) => (e.kind === 'ContractParametersChanged' ? e.misfits : []));
    return [...covers, ...steps, ...closures, ...misfits.map((m) => `misfit ${m.orderId} ${m.uid} ${m.code}`)];
  }

  private meant(): string[] {
    const { model, counts } = this;
    const trades = model.trades
      .slice(counts.trades)
      .map((t) => ['trade', t.symbol, t.maker, t.taker, t.price, t.quantity, t.makerFee, t.takerFee].join(' '));
    const covers = model.covers
      .slice(counts.covers)
      .map((c) => ['covered', c.uid, c.wallet, c.symbol, c.voucher, c.bonus].join(' '));
    const steps = model.steps.slice(counts.steps).filter((step) => STEPS.includes(step));
    const closures = model.closures.slice(counts.closures);
    const misfits = model.misfits.slice(counts.misfits);
    const lengths = { trades: model.trades.length, covers: model.covers.length, misfits: model.misfits.length };
    Object.assign(counts, lengths, { steps: model.steps.length, closures: model.closures.length });
    return [...trades, ...covers, ...steps, ...closures, ...misfits];
  }
}
