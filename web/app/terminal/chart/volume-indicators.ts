import type { IndicatorName } from './chart-face.ts';

/** They are computed from what was traded: candles of a mark or an index have no volume. */
const OF_VOLUME: ReadonlySet<IndicatorName> = new Set(['VOL', 'OBV']);

/** What stands on the chart of a mark or an index; what was chosen stays for the chart of the last price. */
export const withoutVolume = (names: readonly IndicatorName[]): readonly IndicatorName[] =>
  names.filter((name) => !OF_VOLUME.has(name));
