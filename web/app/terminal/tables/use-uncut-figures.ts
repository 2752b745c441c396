/**
 * A table that is wider than its panel is scrolled beside its pinned buttons. First it makes room: times take two lines, and columns that
 * may be left out are. A figure that is then still cut by the edge or the buttons is not shown until it is scrolled into sight: 94,85 of
 * 94,857.19 reads as another price. At which sides there is more is said to the styles, which show it. Done on the elements, since it follows from what they measure.
 */
import { useEffect, useRef, type RefObject } from 'react';
import { watchSize } from '../../../ui/watch-size.ts';

/** What a cell has at each side of its figure, in px. */
const PADDING_PX = 6;
const MOST_FADE_PX = 24;
/** Less would not be seen. */
const LEAST_FADE_PX = 4;

interface Span {
  readonly left: number;
  readonly right: number;
}

export function useUncutFigures(): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const panel = box.current!;
    const table = panel.querySelector('table')!;
    const measure = () => {
      delete panel.dataset['tight'];
      if (panel.scrollWidth > panel.clientWidth) panel.dataset['tight'] = '';
      hideCut(panel);
    };
    const follow = () => hideCut(panel);
    const leaves = [watchSize(panel, measure), watchSize(table, measure)];
    panel.addEventListener('scroll', follow, { passive: true });
    return () => {
      panel.removeEventListener('scroll', follow);
      for (const leave of leaves) leave();
    };
  }, []);
  return box;
}

function hideCut(panel: HTMLElement): void {
  const heads = [...panel.querySelectorAll<HTMLElement>('thead th')];
  const rows = [...panel.querySelectorAll<HTMLElement>('tbody tr')];
  const box = panel.getBoundingClientRect();
  const pinned = heads.find(({ dataset }) => dataset['pinned'] !== undefined);
  const seen = inSight(box, pinned);
  const isWider = panel.scrollWidth > panel.clientWidth;
  if (isWider) panel.dataset['wider'] = '';
  else delete panel.dataset['wider'];
  // A column that is left out has no width.
  const others = heads
    .filter((head) => head !== pinned)
    .map((head) => head.getBoundingClientRect())
    .filter(({ width }) => width > 0);
  const more = isWider ? moreAt(others, seen, box) : [];
  if (more.length > 0) panel.dataset['more'] = more.join(' ');
  else delete panel.dataset['more'];
  const fades = fadesAt(others, seen);
  panel.style.setProperty('--fade-left', `${fades.left}px`);
  panel.style.setProperty('--fade-right', `${fades.right}px`);
  heads.forEach((head, at) => {
    if (head.dataset['figure'] === undefined) return;
    const opacity = isWider && isCut(head.getBoundingClientRect(), seen) ? '0' : '';
    for (const cell of [head, ...rows.map((row) => row.children[at])])
      if (cell instanceof HTMLElement) cell.style.opacity = opacity;
  });
}

/** The panel without what the pinned column covers, which stands at its end. */
function inSight({ left, right }: Span, pinned: HTMLElement | undefined): Span {
  if (pinned === undefined) return { left, right };
  const cover = pinned.getBoundingClientRect();
  const isAtRight = cover.left + cover.right > left + right;
  return isAtRight ? { left, right: cover.left } : { left: cover.right, right };
}

/** Where cells are out of sight: at a side of the panel, or behind what is pinned there. */
export function moreAt(cells: readonly Span[], seen: Span, panel: Span): ('left' | 'right' | 'pinned')[] {
  const isLeft = cells.some((cell) => cell.left + PADDING_PX < seen.left - 1);
  const isRight = cells.some((cell) => cell.right - PADDING_PX > seen.right + 1);
  const left = isLeft ? [seen.left > panel.left ? ('pinned' as const) : ('left' as const)] : [];
  const right = isRight ? [seen.right < panel.right ? ('pinned' as const) : ('right' as const)] : [];
  return [...left, ...right];
}

/** How far from each side it fades where there is more: what stands there whole does not, or it would read as if it were cut. */
export function fadesAt(cells: readonly Span[], seen: Span): Span {
  const whole = cells.map(figureOf).filter(({ left, right }) => left >= seen.left && right <= seen.right);
  const within = (px: number) => Math.min(MOST_FADE_PX, Math.max(LEAST_FADE_PX, Math.floor(px)));
  return {
    left: within(Math.min(...whole.map(({ left }) => left)) - seen.left),
    right: within(seen.right - Math.max(...whole.map(({ right }) => right))),
  };
}

const figureOf = ({ left, right }: Span): Span => ({ left: left + PADDING_PX, right: right - PADDING_PX });

/** Some of it is in sight, and not all of it. */
export function isCut(cell: Span, seen: Span): boolean {
  const figure = figureOf(cell);
  const isSomewhere = figure.right > seen.left && figure.left < seen.right;
  // A pixel more or less is how widths are rounded.
  return isSomewhere && (figure.left < seen.left - 1 || figure.right > seen.right + 1);
}
