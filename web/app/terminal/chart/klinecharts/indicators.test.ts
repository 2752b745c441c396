import { expect, test } from 'vitest';
import { readableLegend } from './indicators.ts';

test('the figure of a bar is written in the color of texts, not in the pale one of the bar; a line keeps its own', () => {
  const styles = {
    indicator: {
      lines: [{ color: 'line-1' }, { color: 'line-2' }],
      bars: [{ upColor: 'pale', downColor: 'pale', noChangeColor: 'pale' }],
      tooltip: { legend: { color: 'text', defaultValue: 'n/a' } },
    },
  };
  const indicator = {
    name: 'MACD',
    calcParams: [12, 26, 9],
    precision: 2,
    figures: [
      { key: 'dif', title: 'DIF: ', type: 'line' },
      { key: 'dea', title: 'DEA: ', type: 'line' },
      { key: 'macd', title: 'MACD: ', type: 'bar' },
    ],
    result: [{ dif: 1.5, macd: -2 }],
  };
  const { legends } = readableLegend({ chart: { getStyles: () => styles }, indicator, crosshair: { dataIndex: 0 } });
  expect(legends.map(({ value }) => value)).toEqual([
    { text: '1.50', color: 'line-1' },
    { text: 'n/a', color: 'line-2' },
    { text: '-2.00', color: 'text' },
  ]);
});
