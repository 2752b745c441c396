/**
 * What only conditional orders, icebergs and the legs of an OCO carry, beside their record (trading A1.2 to A1.5). Prices
 * are in ticks; 0 stands for none.
 */
export class OrderTerms {
  stopTicks = 0;
  deltaBips = 0;
  activationTicks = 0;
  /** Of a trailing stop: the best print since tracking began; 0 before. */
  extremeTicks = 0;
  /** The order's own limit to slippage, for the market order it becomes. */
  maxSlippage = 0;
  /** Of a dormant market buy: the quote units set aside for it, fees not counted (trading A5.1). */
  setAside = 0;
  /** Of an iceberg: the largest slice that shows, and what is left behind the present one. */
  displayLots = 0;
  hiddenLots = 0;
  /** The id of the pair's first leg; the second leg's id is one more. */
  ocoId = 0;
}

/** In the order of a snapshot; they may only grow at their end. */
export const TERMS = [
  'stopTicks',
  'deltaBips',
  'activationTicks',
  'extremeTicks',
  'maxSlippage',
  'setAside',
  'displayLots',
  'hiddenLots',
  'ocoId',
] as const satisfies readonly (keyof OrderTerms)[];
