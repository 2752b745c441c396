import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ASSET_NAME, EventWriter, PERP_SYMBOL, SPOT_SYMBOL } from './event-writer.ts';

const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constantFrom(SPOT_SYMBOL, PERP_SYMBOL, ASSET_NAME), index: fc.nat(300) }),
  },
  { weight: 2, arbitrary: fc.record({ text: fc.constantFrom('', 'T0 1', 'T1 1', 'mine') }) },
  { weight: 1, arbitrary: fc.constantFrom('take', 'clear') },
);

test('a text that is found by number stands at the place that its row names, also after rows were taken or dropped', () => {
  let [found, growths, handed] = [0, 0, 0];
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80, size: 'max' }), (steps) => {
      const writer = new EventWriter();
      let named: [place: number, text: string][] = [];
      for (const one of steps) {
        if (one === 'clear') writer.clear();
        else if (one === 'take') {
          writer.row(0, 1);
          const { texts } = writer.take();
          for (const [place, text] of named) expect(texts[place]).toBe(text);
          handed += named.length;
        } else if ('text' in one) named.push([writer.text(one.text), one.text]);
        else {
          const text = `T${one.kind} ${one.index}`;
          if (one.index > 21) growths += 1;
          found += 1;
          named.push([writer.numberedText(one.kind, one.index, text), text]);
        }
        if (typeof one === 'string') named = [];
        for (const [place, text] of named) expect(writer.textAt(place)).toBe(text);
      }
    }),
  );
  // The random steps reached all of it.
  expect(Math.min(found, growths, handed)).toBeGreaterThan(100);
});
