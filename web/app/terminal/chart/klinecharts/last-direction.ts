/** The color of the newest price's tag and line: by the way that price moved, which the page tells; the library would go by the candle. */
import type { Chart } from 'klinecharts';
import type { Direction } from '../../../../ui/price.tsx';
import type { ChartPalette } from './styles.ts';

/** A change of color draws everything anew, and prices turn many times a second. */
const PAINT_MS = 150;

export function lastDirection(chart: Chart, palette: () => ChartPalette) {
  let wanted: Direction = 0;
  let shown: Direction | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const paint = () => {
    timer = undefined;
    shown = wanted;
    const { up, down, muted } = palette();
    const color = wanted > 0 ? up : wanted < 0 ? down : muted;
    // Whatever the library compares the price with, it comes to the same color.
    chart.setStyles({ candle: { priceMark: { last: { upColor: color, downColor: color, noChangeColor: color } } } });
  };
  paint();
  return {
    paint,
    set(direction: Direction) {
      wanted = direction;
      if (wanted === shown) clearTimeout(timer);
      if (wanted === shown) timer = undefined;
      else timer ??= setTimeout(paint, PAINT_MS);
    },
    stop: () => clearTimeout(timer),
  };
}
