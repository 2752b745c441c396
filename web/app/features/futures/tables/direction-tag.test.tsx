import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { DirectionTag } from './direction-tag.tsx';

test('R24 the leverage of a position keeps its order in a line from right to left', () => {
  const html = renderToStaticMarkup(
    <DirectionTag position={{ direction: 'LONG', leverage: 10, marginMode: 'CROSS' }} />,
  );
  expect(html).toContain('<bdi dir="ltr">10x</bdi>');
});
