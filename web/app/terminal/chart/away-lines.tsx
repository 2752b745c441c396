import { useTranslation } from '../../i18n/use-translation.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { formatNumber, formatPercent } from '../../../ui/format.ts';
import { Popover } from '../../../ui/popover.tsx';
import type { ChartFace } from './chart-face.ts';
import { lineName, type OwnLine } from './own-line.ts';

type AwayLinesProps = {
  readonly face: ChartFace;
  readonly line: OwnLine;
  /** All of them. */
  readonly lines: readonly OwnLine[];
  readonly precision: number;
};

/**
 * In the pill at the edge of the picture: how many lines lie beyond, and the list of them, from which the picture is made to reach to one.
 * The count is written after each picture (place-lines.ts), so it is no part of the button over it, which React may draw anew.
 */
export function AwayLines({ face, line, lines, precision }: AwayLinesProps) {
  const { t } = useTranslation();
  const names = { above: t('terminal.chart.away_above'), below: t('terminal.chart.away_below') };
  const trigger = (
    <button type="button" className="absolute inset-0 max-md:-inset-y-2.5">
      <span className="sr-only in-data-[away=below]:hidden">{names.above}</span>
      <span className="sr-only in-data-[away=above]:hidden">{names.below}</span>
    </button>
  );
  return (
    <span className="relative flex flex-none items-center hover:bg-hover max-md:min-w-6 max-md:justify-center has-[>[data-part=more]:empty]:hidden">
      <span data-part="more" className="pe-1.5" />
      <Popover
        trigger={trigger}
        label={isHigh(face, line.price) ? names.above : names.below}
        align="end"
        hasField={false}
      >
        {(close) => (
          <ul className="num min-w-56 overflow-y-auto text-12">
            {countedBeside(face, line, lines)
              .toSorted((a, b) => Number(b.price) - Number(a.price))
              .map((away) => (
                <li key={away.id}>
                  <button
                    type="button"
                    onClick={() => {
                      face.showPrice(Number(away.price));
                      close();
                    }}
                    className="flex h-11 w-full items-center gap-3 rounded-1 px-3 hover:bg-hover focus-visible:-outline-offset-2 md:h-8"
                  >
                    <span className={classNames('flex-1 text-start font-medium', TEXTS[away.tone])}>
                      {lineName(away)}
                    </span>
                    <bdi>{formatNumber(away.price, precision)}</bdi>
                    <bdi className="min-w-14 text-end text-muted">{distanceOf(face, away.price)}</bdi>
                  </button>
                </li>
              ))}
          </ul>
        )}
      </Popover>
    </span>
  );
}

/** Is it one of the upper side of the picture? Of those that have no room there the nearest to the newest price are shown. */
const isHigh = (face: ChartFace, price: string): boolean =>
  (face.yOf(Number(price)) ?? 0) < (face.lastPrice()?.tagY ?? (face.plot()?.height ?? 0) / 2);

/** The line and those that its pill counts, out of sight or without room: which they are is decided after each picture (place-lines.ts). */
function countedBeside(face: ChartFace, line: OwnLine, lines: readonly OwnLine[]): readonly OwnLine[] {
  const element = document.querySelector(`[data-line="${CSS.escape(line.id)}"]`);
  const arrows = element?.querySelector('[data-part=more]')?.textContent ?? '';
  const hidden = new Set(
    [...(element?.parentElement?.children ?? [])].flatMap((one) =>
      one instanceof HTMLElement && one.hidden ? [one.dataset['line']] : [],
    ),
  );
  return lines.filter(
    ({ id, price }) => id === line.id || (hidden.has(id) && arrows.includes(isHigh(face, price) ? '↑' : '↓')),
  );
}

const TEXTS: Readonly<Record<OwnLine['tone'], string>> = { up: 'text-up', down: 'text-down', warn: 'text-warn' };

/** How far it is from the newest price. */
function distanceOf(face: ChartFace, price: string): string {
  const last = face.lastPrice()?.price;
  return last ? formatPercent(((Number(price) / last - 1) * 100).toFixed(2)) : '';
}
