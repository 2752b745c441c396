import { loadPart } from '../../start/load-part.ts';
import type { OpenChart } from './chart-face.ts';

/** The one place that chooses the chart's library. Its code comes after the page: it needs a window to be loaded at all. */
export const openChart: OpenChart = async (input) => {
  const { openKlinecharts } = await loadPart(() => import('./klinecharts/klinecharts-face.ts'));
  return openKlinecharts(input);
};
