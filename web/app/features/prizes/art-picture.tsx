import { classNames } from '../../../ui/class-names.ts';
import type { ArtFiles } from './pictures.ts';

/** Both files stand there; the style sheet shows the one of the theme, and only that one is downloaded. */
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
