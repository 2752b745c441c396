/**
 * What this device keeps of a chart: of each market its indicators and drawings, of all together how they look. Nothing of it goes to
 * the server.
 */
import { deviceStorage } from '../../choices/browser-storage.ts';
import {
  CHART_TYPES,
  type ChartType,
  type Drawing,
  DRAWING_TOOLS,
  type DrawingPoint,
  type IndicatorName,
  MOST_TEXT_CHARACTERS,
  PANE_INDICATORS,
  PRICE_INDICATORS,
} from './chart-face.ts';

export interface KeptMarket {
  readonly indicators: readonly IndicatorName[];
  readonly drawings: readonly Drawing[];
  /** Symbol of the market that is drawn beside it; empty: none. */
  readonly compared: string;
}

export interface KeptLook {
  readonly type: ChartType;
  readonly isLocked: boolean;
  readonly showsOrders: boolean;
  readonly showsTrades: boolean;
  /** Whether a dragged order is asked about before it is sent. */
  readonly asksMove: boolean;
}

const FIRST_MARKET: KeptMarket = { indicators: ['MA', 'VOL'], drawings: [], compared: '' };
export const FIRST_LOOK: KeptLook = {
  type: 'hollow',
  isLocked: false,
  showsOrders: true,
  showsTrades: true,
  asksMove: true,
};
/** How many drawings of a market are kept: the newest. */
export const MOST_DRAWINGS = 100;

const LOOK_KEY = 'agio.chart';
const INDICATORS: readonly string[] = [...PRICE_INDICATORS, ...PANE_INDICATORS];

export const readMarket = (name: string): KeptMarket => marketOf(parsed(deviceStorage.getItem(marketKey(name))));
export const readLook = (): KeptLook => lookOf(parsed(deviceStorage.getItem(LOOK_KEY)));

export function keepMarket(name: string, { indicators, drawings, compared }: KeptMarket): void {
  const kept: KeptMarket = { indicators, drawings: drawings.slice(-MOST_DRAWINGS), compared };
  deviceStorage.setItem(marketKey(name), JSON.stringify(kept));
}

export function keepLook(look: KeptLook): void {
  deviceStorage.setItem(LOOK_KEY, JSON.stringify(look));
}

const marketKey = (name: string): string => `agio.chart ${name}`;

function parsed(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** What cannot be understood is left out: the storage may hold what another version wrote. */
export function marketOf({ indicators, drawings, compared }: Record<string, unknown>): KeptMarket {
  return {
    indicators: Array.isArray(indicators) ? [...new Set(indicators.filter(isIndicator))] : FIRST_MARKET.indicators,
    drawings: Array.isArray(drawings) ? drawings.filter(isDrawing).slice(-MOST_DRAWINGS) : [],
    // A market that is gone is drawn no more; what is kept of it does no harm.
    compared: typeof compared === 'string' ? compared : '',
  };
}

export function lookOf(kept: Record<string, unknown>): KeptLook {
  const fact = (name: 'isLocked' | 'showsOrders' | 'showsTrades' | 'asksMove') =>
    typeof kept[name] === 'boolean' ? kept[name] : FIRST_LOOK[name];
  return {
    type: CHART_TYPES.find((type) => type === kept['type']) ?? FIRST_LOOK.type,
    isLocked: fact('isLocked'),
    showsOrders: fact('showsOrders'),
    showsTrades: fact('showsTrades'),
    asksMove: fact('asksMove'),
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isIndicator = (value: unknown): value is IndicatorName => typeof value === 'string' && INDICATORS.includes(value);
const isPoint = (value: unknown): value is DrawingPoint =>
  isObject(value) && Number.isFinite(value['time']) && Number.isFinite(value['price']);

const isWritten = (text: unknown): boolean =>
  typeof text === 'string' && text.trim() !== '' && text.length <= MOST_TEXT_CHARACTERS;

function isDrawing(value: unknown): value is Drawing {
  if (!isObject(value) || typeof value['id'] !== 'string') return false;
  const { tool, points, text } = value;
  if (!Array.isArray(points)) return false;
  const isKnown = DRAWING_TOOLS.some((one) => one === tool) && points.length > 0 && points.every(isPoint);
  return isKnown && (tool === 'text' ? isWritten(text) : text === undefined);
}
