import type { Translate } from '../../i18n/translator.ts';
import type { Position } from '../../api/calls/futures.ts';
import type { OwnLine } from '../../terminal/chart/own-line.ts';
import { liquidationLine, positionLine } from './line-notes.ts';

type ShownPosition = Pick<Position, 'positionId' | 'direction' | 'entryPrice' | 'liquidationPrice'>;

interface PositionLine {
  readonly size: string;
  /** Whether long and short are held: then the liquidation price says whose it is. */
  readonly hasBoth: boolean;
  readonly close: () => Promise<unknown>;
}

/** A position as lines of the chart: where it was entered, and where it would be liquidated. */
export function positionLines(
  t: Translate,
  position: ShownPosition,
  { size, hasBoth, close }: PositionLine,
): readonly OwnLine[] {
  const isLong = position.direction === 'LONG';
  const direction = t(isLong ? 'futures.long' : 'futures.short');
  const label = `${direction} ${size}`;
  const liquidation = t('futures.table.liquidation');
  return [
    {
      id: positionLine(position),
      price: position.entryPrice,
      tone: isLong ? 'up' : 'down',
      label,
      isFilled: true,
      isOfPosition: true,
      close,
      closeName: t('futures.position.close_line', { position: label }),
    },
    {
      id: liquidationLine(position),
      price: position.liquidationPrice,
      tone: 'warn',
      isOfPosition: true,
      label: hasBoth ? `${liquidation} · ${direction}` : liquidation,
    },
  ];
}
