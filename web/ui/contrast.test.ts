/** Reads tokens.css and computes the WCAG contrast of every pair of text and ground that the components use. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

/** What contracts/display.ts offers; the design system knows no contracts. */
const COLORS = ['green-up', 'red-up', 'blue-up', 'orange-up'] as const;
type PriceColors = (typeof COLORS)[number];
type Rgb = readonly [number, number, number];
const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');

function declarationsFor(theme: 'dark' | 'light', colors: PriceColors): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, selector = '', body = ''] of css.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    const names = selector.split(',').map((part) => part.trim());
    const counts = [':root', `[data-theme='${theme}']`, `[data-price-colors='${colors}']`];
    if (!names.some((name) => counts.includes(name))) continue;
    for (const [, name = '', value = ''] of body.matchAll(/(--[\w-]+):\s*([^;]+);/g)) found.set(name, value.trim());
  }
  return found;
}

function resolve(value: string, tokens: Map<string, string>): Rgb {
  const reference = /^var\((--[\w-]+)\)$/.exec(value)?.[1];
  if (reference) return resolve(tokens.get(reference) ?? '', tokens);
  const mix = /^color-mix\(in srgb, (.+) ([\d.]+)%, (.+)\)$/.exec(value);
  if (mix) {
    const [, first = '', share = '0', second = ''] = mix;
    const a = resolve(first, tokens);
    const b = resolve(second, tokens);
    const part = Number(share) / 100;
    return [0, 1, 2].map((i) => (a[i] ?? 0) * part + (b[i] ?? 0) * (1 - part)) as unknown as Rgb;
  }
  const hex = /^#([0-9a-f]{6})$/.exec(value)?.[1];
  if (!hex) throw new Error(`cannot resolve ${value}`);
  return [0, 2, 4].map((i) => Number.parseInt(hex.slice(i, i + 2), 16)) as unknown as Rgb;
}

function luminance(rgb: Rgb): number {
  const [r, g, b] = rgb.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: Rgb, b: Rgb): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const GROUNDS = ['--canvas', '--surface', '--raised', '--overlay'];
const TEXTS = ['--text', '--muted', '--faint', '--accent', '--up', '--down', '--warn', '--info', '--done', '--urgent'];
const PAIRS: readonly (readonly [string, string])[] = [
  ...GROUNDS.flatMap((ground) => TEXTS.map((text) => [text, ground] as const)),
  ['--up', '--up-tint'],
  ['--down', '--down-tint'],
  ['--text', '--up-tint'],
  ['--text', '--down-tint'],
  ['--muted', '--up-tint'],
  ['--muted', '--down-tint'],
  ['--accent', '--accent-tint'],
  ['--text', '--accent-tint'],
  ['--muted', '--accent-tint'],
  ['--warn', '--warn-tint'],
  ['--text', '--warn-tint'],
  ['--on-accent', '--accent'],
  ['--on-accent', '--up'],
  ['--on-accent', '--down'],
];

const LOOKS = (['dark', 'light'] as const).flatMap((theme) => COLORS.map((colors) => ({ theme, colors })));

describe.each(LOOKS)('$theme theme, $colors', ({ theme, colors }) => {
  const tokens = declarationsFor(theme, colors);
  test.each(PAIRS)('%s on %s reaches 4.5:1', (text, ground) => {
    const ratio = contrast(resolve(`var(${text})`, tokens), resolve(`var(${ground})`, tokens));
    expect(ratio).toBeGreaterThanOrEqual(4.5);
  });
  test.each(GROUNDS)('the border of a field on %s reaches 3:1', (ground) => {
    const ratio = contrast(resolve('var(--line-field)', tokens), resolve(`var(${ground})`, tokens));
    expect(ratio).toBeGreaterThanOrEqual(3);
  });
  test('T9 the two colors of prices are of this choice, and differ', () => {
    const value = (name: string) => resolve(`var(${name})`, tokens);
    const [rise = ''] = colors.split('-');
    expect(value('--up')).toEqual(value(`--${rise}`));
    expect(value('--down')).not.toEqual(value('--up'));
    expect(tokens.get('--urgent')).not.toMatch(/up|down/);
  });
});
