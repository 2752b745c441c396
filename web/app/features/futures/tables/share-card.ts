/** The picture of a position that a user shows others, drawn on a canvas here in the browser: nothing of it is sent anywhere. */
import {
  WORDMARK_ACCENT,
  WORDMARK_BOX,
  WORDMARK_DOT,
  WORDMARK_INK,
  WORDMARK_STROKE,
} from '../../../../ui/wordmark-paths.ts';

/** All that the picture says; nothing in it names the user. */
export interface ShareCard {
  readonly contract: string;
  /** Long or short with the leverage. */
  readonly direction: string;
  readonly isLong: boolean;
  /** The return on the margin with its sign; it is large. */
  readonly figure: string;
  readonly isGain: boolean;
  /** The result in money; empty where the user has not asked for it. */
  readonly result: string;
  readonly rows: readonly (readonly [label: string, value: string])[];
  readonly time: string;
}

export const CARD_SIZE = { width: 1200, height: 675 };
const EDGE = 72;

interface Pen {
  readonly context: CanvasRenderingContext2D;
  readonly color: (token: string) => string;
  readonly font: string;
  /** Where a line of text begins: left, or right in languages that are read from there. */
  readonly start: number;
  readonly isRtl: boolean;
}

/** Draws the card in the colors and the font that the canvas inherits. */
export function drawCard(canvas: HTMLCanvasElement, card: ShareCard): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  const style = getComputedStyle(canvas);
  const isRtl = style.direction === 'rtl';
  const color = (token: string) => style.getPropertyValue(token).trim();
  const start = isRtl ? CARD_SIZE.width - EDGE : EDGE;
  const pen: Pen = { context, color, font: style.fontFamily, start, isRtl };
  context.fillStyle = color('--canvas');
  context.fillRect(0, 0, CARD_SIZE.width, CARD_SIZE.height);
  context.fillStyle = color('--accent');
  context.fillRect(0, 0, CARD_SIZE.width, 10);
  context.textBaseline = 'alphabetic';
  context.textAlign = isRtl ? 'right' : 'left';
  const tone = card.isGain ? '--up' : '--down';
  write(pen, card.contract, { y: 132, size: 52, weight: 700, tone: '--text' });
  write(pen, card.direction, { y: 190, size: 34, weight: 600, tone: card.isLong ? '--up' : '--down' });
  write(pen, card.figure, { y: 350, size: 132, weight: 700, tone });
  if (card.result !== '') write(pen, card.result, { y: 418, size: 42, weight: 600, tone });
  card.rows.forEach(([label, value], place) => {
    const shift = (isRtl ? -1 : 1) * place * 330;
    write(pen, label, { y: 515, size: 28, weight: 400, tone: '--muted', shift });
    write(pen, value, { y: 563, size: 38, weight: 600, tone: '--text', shift });
  });
  write(pen, card.time, { y: 630, size: 24, weight: 400, tone: '--faint' });
  drawWordmark(pen);
}

interface Line {
  readonly y: number;
  readonly size: number;
  readonly weight: number;
  readonly tone: string;
  readonly shift?: number;
}

function write({ context, color, font, start, isRtl }: Pen, text: string, line: Line): void {
  context.font = `${line.weight} ${line.size}px ${font}`;
  context.fillStyle = color(line.tone);
  // Numbers keep their sign before them in every language; words follow their own direction.
  context.direction = isRtl && /\p{Script=Arabic}/u.test(text) ? 'rtl' : 'ltr';
  context.fillText(text, start + (line.shift ?? 0), line.y, CARD_SIZE.width - 2 * EDGE);
}

function drawWordmark({ context, color, isRtl }: Pen): void {
  const scale = 2.6;
  context.save();
  context.translate(isRtl ? EDGE : CARD_SIZE.width - EDGE - WORDMARK_BOX.width * scale, 66);
  context.scale(scale, scale);
  context.translate(-WORDMARK_BOX.x, -WORDMARK_BOX.y);
  context.lineWidth = WORDMARK_STROKE;
  context.strokeStyle = color('--text');
  for (const path of WORDMARK_INK) context.stroke(new Path2D(path));
  context.fillStyle = color('--text');
  context.fill(new Path2D(WORDMARK_DOT));
  context.strokeStyle = color('--accent');
  context.stroke(new Path2D(WORDMARK_ACCENT));
  context.restore();
}

/** Throws where the browser cannot make a picture of the canvas. */
export async function pictureOf(canvas: HTMLCanvasElement): Promise<Blob> {
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (blob === null) throw new Error('the browser made no picture of the card');
  return blob;
}
