/** What the lines of positions, their exits and their liquidation come to, to be read beside their names on the chart. Pure. */
import { ONE } from '@agio/core/formulas';
import { formatUnits } from '../../../ui/decimal.ts';
import { formatPercent } from '../../../ui/format.ts';
import type { Contract, Position, StopOrder } from '../../api/calls/futures.ts';
import { isExit } from '../../live/futures/is-exit.ts';
import type { LineNote } from '../../terminal/chart/own-line.ts';
import { figuresOf, unitsOf } from './margin.ts';
import { signedMoney } from './signed-money.ts';
import { closingSide } from './tables/closing.ts';
import { exitOutcome } from './tables/exit-outcome.ts';

export interface Noted {
  /** Of this contract alone. */
  readonly positions: readonly Position[];
  readonly stops: readonly StopOrder[];
  readonly contract: Contract;
  /** Units of 10^-8; 0: not known, then nothing is noted. */
  readonly mark: bigint;
  /** Of a taker, 10^-8. */
  readonly feeRate: bigint;
  /** What kind of figure each is, in words. */
  readonly hints: { readonly position: string; readonly exit: string };
}

export const positionLine = ({ positionId }: Pick<Position, 'positionId'>): string => `position ${positionId}`;
export const liquidationLine = ({ positionId }: Pick<Position, 'positionId'>): string => `liquidation ${positionId}`;
export const stopLine = ({ stopOrderId }: StopOrder): string => `stop ${stopOrderId}`;

/**
 * By the id of the line: of a position its result at the mark, of an exit what it brings after its fee, of the liquidation how far it is.
 * An estimate of what closing brings is after the fee everywhere; the result of an open position is the one that equity and margin are
 * counted with, before any fee. The hint of each says which it is.
 */
export function lineNotes({ positions, stops, contract, mark, feeRate, hints }: Noted): ReadonlyMap<string, LineNote> {
  const notes = new Map<string, LineNote>();
  if (mark === 0n) return notes;
  const percent = (share: bigint) => formatPercent(formatUnits(share * 100n, 8), 2);
  const money = (units: bigint) => `${signedMoney(units)} ${contract.settle}`;
  for (const position of positions) {
    const { result, returned } = figuresOf(position, mark, contract);
    const narrow = returned === null ? '' : percent(returned);
    notes.set(positionLine(position), { wide: money(result), narrow, hint: hints.position });
    const liquidation = unitsOf(position.liquidationPrice);
    if (liquidation > 0n) {
      const away = percent(((liquidation - mark) * ONE) / mark);
      notes.set(liquidationLine(position), { wide: away, narrow: away, hint: '' });
    }
    for (const stop of stops.filter((one) => closes(one, position))) {
      const outcome = exitOutcome(position, { typed: stop.triggerPrice, known: stop, feeRate });
      const { result: brings } = outcome;
      if (brings !== null)
        notes.set(stopLine(stop), { wide: money(brings), narrow: signedMoney(brings), hint: hints.exit });
    }
  }
  return notes;
}

/** What an exit would bring at another trigger price, while its line is dragged. */
export function noteAt(noted: Noted, stop: StopOrder, triggerPrice: string): LineNote | undefined {
  return lineNotes({ ...noted, stops: [{ ...stop, triggerPrice }] }).get(stopLine(stop));
}

/** Whether a conditional order is an exit of this position. One of its own (`OWN`) may also open or reverse: what it brings is not known. */
const closes = (stop: StopOrder, position: Position): boolean =>
  isExit(stop) &&
  (stop.type === 'TAKE_PROFIT' || stop.type === 'STOP') &&
  stop.positionSide === position.positionSide &&
  stop.side === closingSide(position);
