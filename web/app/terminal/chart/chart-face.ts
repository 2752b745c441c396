/**
 * What the terminal needs of a chart. It names no library: another one is plugged in by writing an `OpenChart` for it and naming that
 * in chart-library.ts. Everything that belongs to orders (lines, pills, dragging, dialogs) stands outside, on top of the picture.
 */
import type { KlineInterval } from '@agio/core/words';
import type { Direction } from '../../../ui/price.tsx';
import type { Side } from '../../api/types.ts';
import type { KlineSource, Instrument } from '../terminal-market.ts';

/** Hollow: rising candles are outlines, so that direction needs no color. */
export const CHART_TYPES = ['hollow', 'solid', 'bars', 'line', 'area'] as const;
export type ChartType = (typeof CHART_TYPES)[number];

/** Drawn over the candles; by the names that all charts give them. */
export const PRICE_INDICATORS = ['MA', 'EMA', 'SMA', 'BOLL', 'SAR', 'BBI'] as const;
/** Each in a pane of its own below. */
export const PANE_INDICATORS = [
  'VOL',
  'MACD',
  'RSI',
  'KDJ',
  'OBV',
  'ROC',
  'CCI',
  'WR',
  'DMI',
  'TRIX',
  'MTM',
  'PSY',
] as const;
export type IndicatorName = (typeof PRICE_INDICATORS)[number] | (typeof PANE_INDICATORS)[number];

export const DRAWING_TOOLS = ['trend', 'ray', 'horizontal', 'vertical', 'channel', 'fibonacci', 'text'] as const;
export type DrawingTool = (typeof DRAWING_TOOLS)[number];

/** A place of the picture; its price is never sent anywhere. */
export interface DrawingPoint {
  /** ms. */
  readonly time: number;
  readonly price: number;
}

/** How many points a drawing of each kind has. */
export const DRAWING_POINTS: Readonly<Record<DrawingTool, number>> = {
  trend: 2,
  ray: 2,
  horizontal: 1,
  vertical: 1,
  channel: 3,
  fibonacci: 2,
  text: 1,
};

export interface Drawing {
  readonly id: string;
  readonly tool: DrawingTool;
  readonly points: readonly DrawingPoint[];
  /** What a text says; other drawings have none. */
  readonly text?: string;
}

export const MOST_TEXT_CHARACTERS = 60;

/** A trade of the user's own, or what was closed by force, beside the candle it happened in. */
export interface ChartMark {
  readonly id: string;
  /** ms. */
  readonly time: number;
  readonly price: number;
  readonly side: Side;
  /** What closed it; none: the user traded. */
  readonly forced?: ForcedMark;
}

export type ForcedMark = 'LIQUIDATION' | 'ADL';

/** Another market, drawn as a line in percent from where the picture begins. */
export interface ComparedMarket {
  readonly name: string;
  readonly klines: KlineSource;
}

/** The part of the picture that shows prices, in px from its top left corner; the axis stands at its right. */
export interface PlotArea {
  readonly width: number;
  readonly height: number;
  readonly axisWidth: number;
  /** What the legend takes at the top. */
  readonly legendHeight: number;
  /** What the panes of indicators below the prices take together. */
  readonly belowHeight: number;
}

/** Of the newest price, in px from the top of the plot. */
export interface LastPlace {
  readonly price: number;
  /** Where it is, outside of the plot too. */
  readonly y: number;
  /** The middle of its tag at the axis: of a price out of sight it stands near the edge. */
  readonly tagY: number;
}

export interface ChartWords {
  readonly direction: 'ltr' | 'rtl';
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
  /** Before the letters of a mark: bought, sold. */
  readonly buyMark: string;
  readonly sellMark: string;
  /** Of what was closed by force. */
  readonly forcedMarks: Readonly<Record<ForcedMark, string>>;
}

export interface ChartInput {
  readonly element: HTMLElement;
  readonly instrument: Instrument;
  readonly interval: KlineInterval;
  readonly klines: KlineSource;
  readonly words: ChartWords;
  readonly onState: (state: 'ready' | 'empty' | 'failed') => void;
  /** Whether the newest candle is in sight. */
  readonly onLive: (isLive: boolean) => void;
  /** The user moved one; all of them as they are now. */
  readonly onDrawings: (drawings: readonly Drawing[]) => void;
  /** The user pressed a text twice, to change what it says. */
  readonly onText: (drawing: Drawing) => void;
}

export interface ChartFace {
  setInterval(interval: KlineInterval): void;
  setType(type: ChartType): void;
  setIndicators(names: readonly IndicatorName[]): void;
  setMarks(marks: readonly ChartMark[]): void;
  setCompared(market: ComparedMarket | null): void;
  /** Replaces all of them, without telling `onDrawings`. */
  setDrawings(drawings: readonly Drawing[]): void;
  /** Locked drawings cannot be moved by accident. */
  setLocked(isLocked: boolean): void;
  /** One that is being drawn, with the points that it has so far; null: none. */
  setDraft(drawing: Drawing | null): void;
  /** Null before the first picture. */
  plot(): PlotArea | null;
  /** Px from the top of the plot, outside of it too; null before the first picture. */
  yOf(price: number): number | null;
  /** The price at this height, not on any tick; null before the first picture. */
  priceAt(y: number): number | null;
  /** The time and price at a place of the plot, in px; null before the first picture. */
  pointAt(x: number, y: number): DrawingPoint | null;
  /** Null before the first picture. */
  lastPrice(): LastPlace | null;
  /** The middles of the figures of the scale, also of the panes below, in px from the top of the plot. */
  scaleFigures(): readonly number[];
  /** Which way the newest price moved, as the page says it everywhere; its tag and its line have that color. 0: neither way. */
  setDirection(direction: Direction): void;
  /** Tells after each picture, at most once a frame; answers how to stop. */
  onFrame(listener: () => void): () => void;
  /** Keeps the room for pills free right of the newest candle (order-room.ts). A picture that was scrolled away stays. */
  keepOrderRoom(): void;
  /** The picture's prices reach to this one, until another is asked for, the axis is pressed twice or the newest candle is asked for. */
  showPrice(price: number): void;
  /** The newest candle comes into sight again. */
  toLive(): void;
  /** The picture as a PNG data URL; orders and own trades are not on it. */
  picture(): string;
  dispose(): void;
}

export type OpenChart = (input: ChartInput) => Promise<ChartFace>;
