import { classNames } from '../../../ui/class-names.ts';
import type { ArtFiles } from './pictures.ts';

/** Both themes' files are named; the style sheet shows one of them, and the browser downloads only that one. */
export function ArtPicture({ files, size, className }: { files: ArtFiles; size: number; className?: string }) {
  return (
    <>
      {(['dark', 'light'] as const).map((theme) => (
        <img
          key={theme}
          src={files[theme]}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          className={classNames(`art-${theme}`, className)}
        />
      ))}
    </>
  );
}
