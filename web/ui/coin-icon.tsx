import { classNames } from './class-names.ts';

/** Addresses of the packaged CC0 pictures by lower-case asset code; the build copies the files and gives the addresses.
 * A named list, because every name costs bytes in the JavaScript of each page. */
const PICTURES = import.meta.glob<string>(
  '../../node_modules/cryptocurrency-icons/svg/color/{btc,eth,usdt,usdc,bnb,sol,xrp,ada,doge,dot,ltc,link,avax,matic,uni,aave,trx,bch,xlm,etc,fil,atom,xmr,algo,icp,vet,mana,sand,axs,eos,xtz,neo,dash,zec,comp,mkr,snx,crv,grt,sushi,yfi,bat,zrx,1inch,ksm,waves,qtum,zil,ont,icx,omg,iost,theta,egld,hbar,near,ftm,one,enj,chz,hot,dai,tusd,usd,eur,gbp,wbtc,shib,pax,rvn,dgb,sc,lsk,nano,xem,storj,ankr,band,ren,bal,lrc,knc}.svg',
  {
    eager: true,
    query: '?url',
    import: 'default',
  },
);

function pictureOf(asset: string): string | undefined {
  return PICTURES[`../../node_modules/cryptocurrency-icons/svg/color/${asset.toLowerCase()}.svg`];
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
