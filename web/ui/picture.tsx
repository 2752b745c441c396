import { pictureSources, type Breakpoint } from './picture-widths.ts';

type PictureProps = {
  /** The files' address without width and ending: tools/pictures.ts made them from one source. */
  readonly stem: string;
  /** Of the source, in pixels: the place is kept before the file is there. */
  readonly width: number;
  readonly height: number;
  /** Empty where the picture says nothing that the text does not. */
  readonly alt: string;
  readonly shown?: Readonly<Partial<Record<Breakpoint, string>>>;
  /** The one picture that a page begins with is loaded at once. */
  readonly isFirst?: boolean;
  readonly className?: string;
};

/** A photograph or drawing in the size that this screen needs. Coin icons and the like are plain SVG files. */
export function Picture({ stem, width, height, alt, shown = {}, isFirst = false, className }: PictureProps) {
  return (
    <img
      {...pictureSources(stem, width, shown)}
      width={width}
      height={height}
      alt={alt}
      loading={isFirst ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : 'auto'}
      decoding="async"
      className={className}
    />
  );
}
