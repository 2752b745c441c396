/** Puts the lines' elements where their prices are: after each picture, so without React. */
import type { ChartFace, LastPlace, PlotArea } from './chart-face.ts';
import {
  edgeOrder,
  keptOnSides,
  keptRows,
  pillFit,
  roomForRows,
  sidesOf,
  stackRows,
  tagGround,
  topFor,
  wishOf,
} from './line-places.ts';
import { longestPill } from './order-room.ts';
import type { OwnLine } from './own-line.ts';

const PHONE = '(max-width: 859px)';
const POINTER = '(hover: hover)';
/** From one row to the next: fingers need more. And half of a row's height. */
const GAP_PX = { phone: 30, wide: 21 };
const HALF_PX = { phone: 13, wide: 11 };
/** The least that rows keep: on phones their pills touch then. */
const LEAST_GAP_PX = { phone: 26, wide: 21 };
/** Half the height of the tag of the newest price. */
const LAST_TAG_HALF_PX = 10;
/** Where the link between a line and its moved pill stands, from the axis. */
const LINK_PX = 4;

interface LinesInHand {
  /** One of them is away from its price. */
  readonly isMoving: boolean;
  /** A finger or a button of the mouse is down on one. */
  readonly isPressed: boolean;
}

interface Placed {
  readonly element: HTMLElement;
  readonly price: number;
  readonly y: number;
  readonly isMinor: boolean;
  readonly isOfPosition: boolean;
}

/**
 * Pills that have no room on their side of the newest price stand beside the panes of indicators below.
 * Lines above or below the picture stand at its edge with an arrow: the one of each side that matters most, with how many others there are.
 * Those that have no room beside the others, the farthest ones, are told in the same way. While
 * the pointer is over a pill or a finger is on it, pills stay where they are, so that nobody cancels the order beside the one that was meant.
 */
export function placeLines(
  box: HTMLElement,
  face: ChartFace,
  lines: readonly OwnLine[],
  { isMoving, isPressed }: LinesInHand,
): void {
  const plot = face.plot();
  box.hidden = plot === null;
  if (!plot) return;
  box.style.width = `${plot.width + plot.axisWidth}px`;
  const height = plot.height + plot.belowHeight;
  box.style.height = `${height}px`;
  const placed = [...box.children].flatMap((element, index): Placed[] => {
    const price = Number(lines[index]?.price ?? 0);
    const y = face.yOf(price);
    return element instanceof HTMLElement && y !== null
      ? [
          {
            element,
            price,
            y,
            isMinor: lines[index]?.isMinor === true,
            isOfPosition: lines[index]?.isOfPosition === true,
          },
        ]
      : [];
  });
  const above = edgeOrder(placed.filter(({ y }) => y < 0));
  const below = edgeOrder(placed.filter(({ y }) => y > plot.height));
  for (const { element } of placed) element.hidden = true;
  const last = face.lastPrice();
  keepClear(box, plot, last?.tagY ?? null);
  const size = window.matchMedia(PHONE).matches ? 'phone' : 'wide';
  const half = HALF_PX[size];
  const inside = placed.filter(({ y }) => y >= 0 && y <= plot.height);
  const room = height - plot.legendHeight - 2 * half;
  // With the tag of the newest price, and one for each edge.
  const isCrowded = (inside.length + Math.min(1, above.length) + Math.min(1, below.length)) * GAP_PX[size] > room;
  const shown = isCrowded ? inside.filter(({ isMinor }) => !isMinor) : inside;
  const { rows, sides, stack } = chooseRows({ above, inside: shown, below }, { plot, last, size, isMoving });
  rows.forEach(({ element }, index) => (element.dataset['side'] = sides[index] ? 'above' : 'below'));
  const middles = stackRows(
    rows.map(({ y }, index) => wishOf({ y, isAbove: sides[index]! }, { height: plot.height, half, last })),
    stack,
  );
  const figures = face.scaleFigures();
  // A touched pill counts as pointed at until something else is touched: it would be kept where the tag of the newest price comes to stand.
  const isHovered = window.matchMedia(POINTER).matches && box.matches(':hover');
  const isPointedAt = (isHovered || isPressed) && !isMoving;
  rows.forEach(({ element, y }, index) => {
    const known = Number(part(element, 'row').dataset['middle']);
    const middle = isPointedAt && Number.isFinite(known) ? known : Math.round(middles[index]!);
    placeRow(element, plot, { y, middle, ground: tagGround(middle, figures), isMoving });
  });
}

/** Null: it has not been placed yet. */
const sideOf = ({ dataset }: HTMLElement): boolean | null =>
  dataset['side'] === undefined ? null : dataset['side'] === 'above';

interface Room {
  readonly plot: PlotArea;
  readonly last: LastPlace | null;
  readonly size: 'phone' | 'wide';
  readonly isMoving: boolean;
}

/** Which lines are shown, on which side of the newest price each, and where there is room for them. */
function chooseRows(
  { above, inside, below }: OutOfSight & { readonly inside: readonly Placed[] },
  { plot, last, size, isMoving }: Room,
) {
  const half = HALF_PX[size];
  const bottom = plot.height + plot.belowHeight - half;
  const all = [...above.slice(0, 1), ...inside, ...below.slice(0, 1)].toSorted(
    (a, b) => a.y - b.y || b.price - a.price,
  );
  const allSides = sidesOf(
    all.map(({ element, ...row }) => ({ ...row, wasAbove: sideOf(element) })),
    { last, hold: GAP_PX[size] },
  );
  const countAbove = allSides.filter(Boolean).length;
  const legend = plot.legendHeight + half;
  const places = { leastGap: LEAST_GAP_PX[size], bottom, fixed: last?.tagY ?? null };
  const stack = {
    ...places,
    gap: GAP_PX[size],
    // Higher up a pill would cover the figures of the candle, on phones all of them.
    top: topFor(countAbove, { ...places, top: legend, least: size === 'wide' ? half : legend }),
  };
  // A line that is being moved stays, whatever it is moved over.
  const kept = isMoving
    ? { from: 0, to: all.length }
    : keptOnSides(
        keptRows(
          all.map(({ y }) => y),
          roomForRows(stack),
          last?.tagY ?? plot.height / 2,
        ),
        countAbove,
        stack,
      );
  const rows = showKept(all, kept, { above, below });
  const sides = allSides.slice(kept.from, kept.to);
  return { rows, sides, stack };
}

/** Out of sight, what matters most first (`edgeOrder`). */
interface OutOfSight {
  readonly above: readonly Placed[];
  readonly below: readonly Placed[];
}

/** Shows the lines that there is room for, and beside the outermost ones how many others there are, and at the pointer which. */
function showKept(
  all: readonly Placed[],
  { from, to }: { readonly from: number; readonly to: number },
  { above, below }: OutOfSight,
): readonly Placed[] {
  const rows = all.slice(from, to);
  for (const { element } of rows) {
    element.hidden = false;
    part(element, 'more').textContent = '';
  }
  const tell = (row: Placed | undefined, isAway: boolean, others: readonly Placed[], arrow: '↑' | '↓') => {
    if (row === undefined || (!isAway && others.length === 0)) return;
    const more = part(row.element, 'more');
    more.textContent = `${more.textContent} ${others.length > 0 ? `+${others.length} ${arrow}` : arrow}`.trim();
    row.element.dataset['away'] = arrow === '↑' ? 'above' : 'below';
    more.parentElement!.title = [row, ...others].map((one) => part(one.element, 'row').ariaLabel).join('\n');
  };
  const [first, end] = [rows[0], rows.at(-1)];
  tell(first, first === above[0], [...all.slice(0, from), ...above.slice(1)], '↑');
  tell(end, end === below[0], [...all.slice(to), ...below.slice(1)], '↓');
  return rows;
}

interface RowPlace {
  readonly y: number;
  /** Of pill and tag. */
  readonly middle: number;
  readonly ground: { readonly top: number; readonly height: number };
  readonly isMoving: boolean;
}

function placeRow(element: HTMLElement, plot: PlotArea, { y, middle, ground, isMoving }: RowPlace): void {
  const isAway = y < 0 || y > plot.height;
  const rule = part(element, 'rule');
  // It would strike out the figures of the legend.
  rule.hidden = isAway || (y < plot.legendHeight && !isMoving);
  rule.style.width = `${plot.width}px`;
  rule.style.transform = `translateY(${Math.round(y)}px)`;
  const row = part(element, 'row');
  row.style.width = `${plot.width + plot.axisWidth}px`;
  row.dataset['middle'] = String(middle);
  row.style.transform = `translateY(calc(${middle}px - 50%))`;
  part(element, 'tag').style.width = `${plot.axisWidth}px`;
  const behind = part(element, 'ground');
  behind.style.insetInlineStart = `${plot.width + 1}px`;
  behind.style.width = `${plot.axisWidth - 1}px`;
  behind.style.height = `${ground.height}px`;
  behind.style.transform = `translateY(${ground.top}px)`;
  const link = part(element, 'link');
  link.hidden = isAway || Math.abs(middle - y) < 2;
  link.style.insetInlineStart = `${plot.width - LINK_PX}px`;
  link.style.height = `${Math.abs(middle - y)}px`;
  link.style.transform = `translateY(${Math.min(middle, y)}px)`;
}

/**
 * A pill that is longer than its room goes with a cut kind of order, or without it, until it is pointed at or has the focus: side, amount
 * and result stay whole, also where they alone are longer. It measures, so it is called when the lines, those in sight or the picture's
 * width change, not after each picture.
 */
export function fitPills(box: HTMLElement, face: ChartFace): void {
  const longest = longestPill(face.plot()?.width ?? 0);
  box.style.setProperty('--longest-pill', `${longest}px`);
  const pills = [...box.querySelectorAll<HTMLElement>('[data-part=pill]')];
  for (const pill of pills) pill.dataset['fit'] = 'whole';
  const widths = pills.map((pill) => ({
    whole: pill.offsetWidth,
    kind: pill.querySelector<HTMLElement>('[data-part=kind]')?.offsetWidth ?? 0,
  }));
  pills.forEach((pill, index) => (pill.dataset['fit'] = pillFit(widths[index]!, longest)));
}

/** Which pills are in sight, with what each says about others out of sight: another answer means that they have to be measured again. */
export function pillsInSight(box: HTMLElement): string {
  const lines = [...box.children].filter((line): line is HTMLElement => line instanceof HTMLElement && !line.hidden);
  return lines.map((line) => `${line.dataset['line']} ${part(line, 'more').textContent}`).join('\n');
}

function part(element: HTMLElement, name: 'rule' | 'link' | 'ground' | 'row' | 'tag' | 'more'): HTMLElement {
  const found = element.querySelector<HTMLElement>(`[data-part=${name}]`);
  if (!found) throw new Error(`a line without its ${name}`);
  return found;
}

/**
 * The tag of the newest price is part of the picture, and the lines stand over it: they leave its place free. Rows stay away from it,
 * but where they are too many, or kept still under the pointer, one could come to stand there.
 */
function keepClear(
  box: HTMLElement,
  { width, height: prices, belowHeight, axisWidth }: PlotArea,
  tagY: number | null,
): void {
  const height = prices + belowHeight;
  const whole = `M0 0H${width + axisWidth}V${height}H0Z`;
  const [top, tag] = [Math.round((tagY ?? 0) - LAST_TAG_HALF_PX), 2 * LAST_TAG_HALF_PX];
  const hole = tagY === null ? '' : `M${width} ${top}h${axisWidth}v${tag}h${-axisWidth}Z`;
  box.style.clipPath = `path(evenodd, '${whole}${hole}')`;
}
