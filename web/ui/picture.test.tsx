import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { IMAGE, pictureSizes, pictureWidths } from './picture-widths.ts';
import { Picture } from './picture.tsx';

test('S11 quality 80, webp, densities 1 and 2, breakpoints 320 to 1536', () => {
  expect(IMAGE).toEqual({
    quality: 80,
    format: 'webp',
    densities: [1, 2],
    breakpoints: { xs: 320, sm: 640, md: 768, lg: 1024, xl: 1280, xxl: 1536 },
  });
});

test('S11 there is a file for each breakpoint and density, and none wider than the picture', () => {
  expect(pictureWidths(4_000)).toEqual([320, 640, 768, 1024, 1280, 1536, 2048, 2560, 3072]);
  expect(pictureWidths(900)).toEqual([320, 640, 768, 900]);
  expect(pictureWidths(100)).toEqual([100]);
});

test('S11 the widest breakpoint that fits decides how wide it is shown', () => {
  expect(pictureSizes({ xs: '100vw', md: '50vw', xl: '600px' })).toBe(
    '(min-width: 1280px) 600px, (min-width: 768px) 50vw, (min-width: 320px) 100vw, 100vw',
  );
  expect(pictureSizes({})).toBe('100vw');
});

test('S11 the markup keeps the place, names all files, and waits unless it is the first', () => {
  const html = renderToStaticMarkup(<Picture stem="/p/boat" width={700} height={350} alt="A boat" />);
  expect(html).toContain('src="/p/boat-700.webp"');
  expect(html).toContain('srcSet="/p/boat-320.webp 320w, /p/boat-640.webp 640w, /p/boat-700.webp 700w"');
  expect(html).toContain('width="700" height="350" alt="A boat" loading="lazy"');
  expect(renderToStaticMarkup(<Picture stem="/p/boat" width={700} height={350} alt="" isFirst />)).toContain('eager');
});
