/** Which files a picture has: one encoding, widths for each breakpoint and density. Used by the page and by tools/pictures.ts. */
export const IMAGE = {
  /** Percent. */
  quality: 80,
  format: 'webp',
  densities: [1, 2],
  breakpoints: { xs: 320, sm: 640, md: 768, lg: 1024, xl: 1280, xxl: 1536 },
} as const;
export type Breakpoint = keyof typeof IMAGE.breakpoints;

/** Narrow to wide, never wider than the picture itself is. */
export function pictureWidths(naturalWidth: number): readonly number[] {
  const wished = Object.values(IMAGE.breakpoints).flatMap((width) => IMAGE.densities.map((density) => width * density));
  const widths = wished.map((width) => Math.min(width, naturalWidth));
  return [...new Set(widths)].toSorted((a, b) => a - b);
}

/** `/static/boat` and 640 are `/static/boat-640.webp`. */
export function pictureFile(stem: string, width: number): string {
  return `${stem}-${width}.${IMAGE.format}`;
}

/** How wide it is shown from each breakpoint on, as the `sizes` of an image: `{ xs: '100vw', md: '50vw' }`. */
export function pictureSizes(shown: Readonly<Partial<Record<Breakpoint, string>>>): string {
  const steps = (Object.entries(IMAGE.breakpoints) as [Breakpoint, number][]).filter(([name]) => shown[name]);
  const conditions = steps.toReversed().map(([name, from]) => `(min-width: ${from}px) ${shown[name]}`);
  return [...conditions, steps[0] ? shown[steps[0][0]] : '100vw'].join(', ');
}

/** What an image element needs to take the right one of the files. */
export function pictureSources(
  stem: string,
  naturalWidth: number,
  shown: Readonly<Partial<Record<Breakpoint, string>>>,
): { readonly src: string; readonly srcSet: string; readonly sizes: string } {
  const widths = pictureWidths(naturalWidth);
  return {
    src: pictureFile(stem, widths.at(-1) ?? naturalWidth),
    srcSet: widths.map((width) => `${pictureFile(stem, width)} ${width}w`).join(', '),
    sizes: pictureSizes(shown),
  };
}
