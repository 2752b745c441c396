import { folder, names } from './coin-names.txt?pictures';
import { classNames } from './class-names.ts';

/** The coins with pictures, of those that exchanges list; each further name adds its letters to the JavaScript of every page. */
const KNOWN: ReadonlySet<string> = new Set(names.split(' '));

function pictureOf(asset: string): string | undefined {
  const name = asset.toLowerCase();
  return KNOWN.has(name) ? `${folder}/${name}.svg` : undefined;
}

/** A coin's picture; a coin without one is its letter in a circle. */
export function CoinIcon({ asset, className = 'size-6' }: { asset: string; className?: string }) {
  const picture = pictureOf(asset);
  if (picture)
    return (
      <img
        src={picture}
        alt=""
        width={24}
        height={24}
        loading="lazy"
        className={classNames('flex-none rounded-full', className)}
      />
    );
  return (
    <span
      aria-hidden
      className={classNames(
        'grid flex-none place-items-center rounded-full bg-accent-tint text-11 font-semibold text-accent',
        className,
      )}
    >
      {asset.slice(0, 1)}
    </span>
  );
}
