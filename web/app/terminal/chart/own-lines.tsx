import { GripVertical, X } from 'lucide-react';
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { formatNumber } from '../../../ui/format.ts';
import { watchSize } from '../../../ui/watch-size.ts';
import type { ChartFace } from './chart-face.ts';
import { AwayLines } from './away-lines.tsx';
import { snapToTick, stepBy } from './line-places.ts';
import { lineName, type LineNote, type OwnLine } from './own-line.ts';
import { fitPills, pillsInSight, placeLines } from './place-lines.ts';

type OwnLinesProps = {
  readonly face: ChartFace;
  readonly lines: readonly OwnLine[];
  readonly tickSize: string;
  readonly precision: number;
};

/** A line that is away from its price: in the hand, or let go and not yet settled. */
interface Moved {
  readonly id: string;
  readonly price: string;
  readonly isSent: boolean;
}

/** How many ticks a key moves, and with Shift. */
const STEP = 1;
const LONG_STEP = 10;

/**
 * The user's own lines over the candles. They are elements of the page, not of the picture: they can be reached by keyboard, touched,
 * and read out, whichever library draws the candles.
 */
export function OwnLines({ face, lines, tickSize, precision }: OwnLinesProps) {
  const box = useRef<HTMLDivElement>(null);
  const [moved, setMoved] = useState<Moved | null>(null);
  const shown = lines.map((line) => (line.id === moved?.id ? movedTo(line, moved.price) : line));
  const isPressed = useIsPressed(box);
  const place = useRef(() => undefined as void);
  /** A line that was in the hand goes back to its price at once, also while the pointer stands over the pills. */
  const wasMoved = useRef(false);
  /** The pills that were in sight when they were measured last. */
  const fitted = useRef('');
  useLayoutEffect(() => {
    place.current = () => {
      if (!box.current) return;
      placeLines(box.current, face, shown, {
        isMoving: moved !== null || wasMoved.current,
        isPressed: isPressed.current,
      });
      wasMoved.current = moved !== null;
      // A pill that is out of sight has no width to measure: it is measured once it comes into sight.
      const inSight = pillsInSight(box.current);
      if (inSight === fitted.current) return;
      fitted.current = inSight;
      fitPills(box.current, face);
    };
    place.current();
  });
  // Whether they fit follows from how long they are, not from each figure of them.
  const labels = lines.map((line) => `${line.id} ${lineName(line)} ${line.note?.wide.length ?? 0}`).join('\n');
  useLayoutEffect(() => void (box.current && fitPills(box.current, face)), [face, labels]);
  useEffect(() => watchSize(box.current!, () => box.current && fitPills(box.current, face)), [face]);
  useEffect(() => face.onFrame(() => place.current()), [face]);
  const settle = async (line: OwnLine, price: string) => {
    if (price === line.price) return setMoved(null);
    setMoved({ id: line.id, price, isSent: true });
    try {
      await line.move?.(price);
    } finally {
      setMoved(null);
    }
  };
  return (
    <div ref={box} className="@container pointer-events-none absolute start-0 top-0 overflow-hidden">
      {shown.map((line, index) => (
        <Line
          key={line.id}
          line={line}
          priceText={formatNumber(line.price, precision)}
          lines={shown}
          precision={precision}
          isMoved={line.id === moved?.id}
          isHeld={moved?.isSent === true}
          face={face}
          tickSize={tickSize}
          onMove={(price) => setMoved({ id: line.id, price, isSent: false })}
          onDrop={(price) => void settle(lines[index]!, price)}
          onGiveUp={() => setMoved((now) => (now?.isSent ? now : null))}
        />
      ))}
    </div>
  );
}

/** Whether a finger or a button of the mouse went down on one of them and is still down. */
function useIsPressed(box: RefObject<HTMLElement | null>): RefObject<boolean> {
  const isPressed = useRef(false);
  useEffect(() => {
    const { current } = box;
    const press = () => (isPressed.current = true);
    const release = () => (isPressed.current = false);
    current?.addEventListener('pointerdown', press);
    window.addEventListener('pointerup', release);
    window.addEventListener('pointercancel', release);
    return () => {
      current?.removeEventListener('pointerdown', press);
      window.removeEventListener('pointerup', release);
      window.removeEventListener('pointercancel', release);
    };
  }, [box]);
  return isPressed;
}

/** What is read while one drags is what it would come to there. */
const movedTo = (line: OwnLine, price: string): OwnLine => ({
  ...line,
  price,
  note: line.noteAt?.(price) ?? line.note,
});

const TONES: Readonly<Record<OwnLine['tone'], string>> = {
  up: 'border-up text-up',
  down: 'border-down text-down',
  warn: 'border-warn text-warn',
};
const FILLED: Readonly<Record<OwnLine['tone'], string>> = {
  up: 'border-up bg-up text-on-accent',
  down: 'border-down bg-down text-on-accent',
  warn: 'border-warn bg-warn text-on-accent',
};

/** `lines`: all of them. */
type LineProps = OwnLinesProps & {
  readonly line: OwnLine;
  readonly priceText: string;
  readonly isMoved: boolean;
  /** A change of another line is being sent: until it is answered no line can be dragged. */
  readonly isHeld: boolean;
  readonly onMove: (price: string) => void;
  readonly onDrop: (price: string) => void;
  readonly onGiveUp: () => void;
};

function Line(props: LineProps) {
  const { line, priceText, isMoved } = props;
  const { t } = useTranslation();
  const [isClosing, setIsClosing] = useState(false);
  const tone = line.isFilled ? FILLED[line.tone] : classNames(TONES[line.tone], 'bg-raised');
  const close = async () => {
    setIsClosing(true);
    try {
      await line.close?.();
    } finally {
      setIsClosing(false);
    }
  };
  return (
    <div data-line={line.id}>
      <span
        data-part="rule"
        className={classNames('absolute start-0 top-0 border-t border-dashed', TONES[line.tone])}
      />
      <span data-part="link" className={classNames('absolute top-0 w-0 border-s', TONES[line.tone])} />
      <span data-part="ground" className="absolute top-0 bg-surface" />
      <div
        data-part="row"
        role="group"
        aria-label={`${lineName(line)} ${priceText}`}
        className={classNames(
          // Over the dashed rules of all lines: those that come later would be drawn through its words.
          'num absolute top-0 flex items-center justify-end text-11 whitespace-nowrap',
          isMoved ? 'z-2' : 'z-1',
        )}
      >
        <span
          data-part="pill"
          className={classNames(
            'pointer-events-auto relative me-2 flex h-6 items-stretch rounded-1 border font-medium md:h-5',
            tone,
            isMoved && 'ring-2 ring-accent',
          )}
        >
          {line.move ? (
            <Handle {...props} />
          ) : (
            <span className="flex min-w-0 items-center px-1.5">
              <Words line={line} />
            </span>
          )}
          {line.note ? <Note note={line.note} /> : null}
          <AwayLines {...props} />
          {line.close ? (
            <button
              type="button"
              aria-label={line.closeName ?? t('terminal.chart.close_line', { order: lineName(line), price: priceText })}
              aria-busy={isClosing || undefined}
              onClick={isClosing ? undefined : () => void close()}
              className="relative flex flex-none items-center rounded-e-1 border-s border-current/40 px-1 hover:bg-hover max-md:px-2 max-md:before:absolute max-md:before:-inset-y-2.5 max-md:before:-start-1 max-md:before:-end-3"
            >
              <X aria-hidden className="size-3" />
            </button>
          ) : null}
        </span>
        <span
          data-part="tag"
          className={classNames(
            // As large as the prices of the axis, whatever the size of text: its width is the axis's.
            'flex h-[18px] items-center justify-center rounded-[3px] border bg-surface text-[11px]',
            TONES[line.tone],
          )}
        >
          <bdi>{priceText}</bdi>
        </span>
      </div>
    </div>
  );
}

/** The kind gives way first where there is no room, the rest stays whole (place-lines.ts). */
function Words({ line: { kind, label, hint } }: { line: OwnLine }) {
  return (
    <>
      {kind === undefined ? null : (
        <span data-part="kind" className="flex min-w-0">
          <span className="truncate">{kind}</span>
          <span className="whitespace-pre"> · </span>
        </span>
      )}
      <span title={hint} className="flex-none">
        {label}
      </span>
    </>
  );
}

function Note({ note }: { note: LineNote }) {
  return (
    <span data-part="note" title={note.hint || undefined} className="flex flex-none items-center">
      <bdi className="pe-1.5 @max-[480px]:hidden">{note.wide}</bdi>
      {note.narrow === '' ? null : <bdi className="pe-1.5 @min-[480px]:hidden">{note.narrow}</bdi>}
    </span>
  );
}

interface Grip {
  readonly pointer: number;
  /** Where the pointer took hold, in the window. */
  readonly y: number;
  /** Where the line was then, in the plot. */
  readonly top: number;
  /** Its pill stands at the edge and its price lies beyond: the picture reaches to it once the pointer moves. */
  readonly isAway: boolean;
}

/** How far over the edge of the picture a pull counts, in px: with each move of the pointer the picture reaches as much further. */
const PULL_PX = 4;

/** Takes the line into the hand: by mouse and finger, or by the arrow keys and Enter. */
function Handle({ line, priceText, isMoved, isHeld, face, tickSize, onMove, onDrop, onGiveUp }: LineProps) {
  const { t } = useTranslation();
  const grip = useRef<Grip | null>(null);
  const priceAt = (event: PointerEvent): string | null => {
    const plot = face.plot();
    const { current } = grip;
    if (!current || !plot || event.pointerId !== current.pointer) return null;
    if (current.isAway) {
      if (event.clientY === current.y) return null;
      face.showPrice(Number(line.price));
      const top = face.yOf(Number(line.price)) ?? current.top;
      grip.current = { ...current, y: event.clientY, top, isAway: false };
      return line.price;
    }
    const y = Math.max(-PULL_PX, Math.min(plot.height + PULL_PX, current.top + event.clientY - current.y));
    const price = face.priceAt(y);
    if (price === null) return null;
    if (y < 0 || y > plot.height) face.showPrice(price);
    return snapToTick(price, tickSize);
  };
  const onDown = (event: PointerEvent<HTMLElement>) => {
    const top = face.yOf(Number(line.price));
    const plot = face.plot();
    if (isHeld || top === null || plot === null || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const isAway = top < 0 || top > plot.height;
    grip.current = { pointer: event.pointerId, y: event.clientY, top, isAway };
  };
  const onPointerMove = (event: PointerEvent) => {
    const price = priceAt(event);
    // A press that does not move changes nothing.
    if (price !== null && (isMoved || event.clientY !== grip.current?.y)) onMove(price);
  };
  const onUp = () => {
    if (grip.current && isMoved) onDrop(line.price);
    grip.current = null;
  };
  const onCancel = () => {
    grip.current = null;
    onGiveUp();
  };
  const onKey = (event: KeyboardEvent) => {
    if (isHeld) return;
    const ticks = event.shiftKey ? LONG_STEP : STEP;
    if (event.key === 'ArrowUp') onMove(stepBy(line.price, ticks, tickSize));
    else if (event.key === 'ArrowDown') onMove(stepBy(line.price, -ticks, tickSize));
    else if (event.key === 'Enter' && isMoved) onDrop(line.price);
    else if (event.key === 'Escape' && isMoved) onCancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <span
      role="slider"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t('terminal.chart.move_line', { order: lineName(line) })}
      aria-valuenow={Number(line.price)}
      aria-valuetext={priceText}
      onPointerDown={onDown}
      onPointerMove={onPointerMove}
      onPointerUp={onUp}
      onPointerCancel={onCancel}
      onKeyDown={onKey}
      onBlur={() => grip.current === null && onGiveUp()}
      className="relative flex min-w-0 cursor-ns-resize touch-none items-center gap-0.5 ps-0.5 pe-1.5 select-none max-md:before:absolute max-md:before:-inset-y-2.5 max-md:before:inset-x-0"
    >
      <GripVertical aria-hidden className="size-3 flex-none" />
      <Words line={line} />
    </span>
  );
}
