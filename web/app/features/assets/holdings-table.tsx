import { useTranslation } from '../../i18n/use-translation.tsx';
import { Link } from 'react-router';
import { buttonClass } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { CoinIcon } from '../../../ui/coin-icon.tsx';
import { formatNumber, formatPercent, formatSigned, percentOf, shownSign, signOf } from '../../../ui/format.ts';
import { Change, directionClass } from '../../../ui/price.tsx';
import type { Pair } from '../../api/types.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { gainOf, type CoinCost, type Gain } from './gain.ts';
import type { Holding } from './portfolio.ts';
import type { ShownValues } from './shown-values.ts';
import { formatAverage } from '../../figures/average-price.ts';
import { coinFigure } from '../../figures/coin-amount.ts';
import { COVERED } from '../../figures/covered.ts';
import { AMOUNT_DECIMALS } from '../../../ui/decimal.ts';
import { USER_WALLETS } from '@agio/core/words';
import { pairName } from '../../figures/market-name.ts';

export type HoldingsTableProps = {
  readonly holdings: readonly Holding[];
  readonly pairs: readonly Pair[];
  readonly values: ShownValues;
  /** What the coins of the spot wallet cost; null until it is known. */
  readonly costs: ReadonlyMap<string, CoinCost> | null;
  /** Amounts are shown as dots, so that nobody who looks over a shoulder reads them. */
  readonly isHidden: boolean;
};

export function HoldingsTable({ holdings, pairs, values, costs, isHidden }: HoldingsTableProps) {
  const { t } = useTranslation();
  return (
    <table className="w-full border-collapse text-13 whitespace-nowrap">
      <caption className="sr-only">{t('assets.coins')}</caption>
      <thead className="text-12 text-faint">
        {/* Words of a long language take two lines, so that the gain and the link stay in sight. */}
        <tr className="h-8 [&>th]:px-2 [&>th]:font-medium [&>th]:whitespace-normal">
          <th scope="col" className="!ps-4 text-start">
            {t('assets.coin')}
          </th>
          <th scope="col" className="text-end max-md:!pe-4">
            {t('assets.total')}
          </th>
          <th scope="col" className="hidden text-end md:table-cell">
            {t('assets.available')}
          </th>
          <th scope="col" className="hidden text-end md:table-cell">
            {t('assets.in_use')}
          </th>
          <th scope="col" className="hidden text-start min-[1440px]:table-cell">
            {t('assets.wallets')}
          </th>
          <th scope="col" className="hidden text-end lg:table-cell">
            {t('assets.price')}
          </th>
          <th scope="col" className="hidden text-end md:table-cell">
            {t('assets.value', { currency: values.currency })}
          </th>
          <th scope="col" className="hidden text-end whitespace-normal xl:table-cell">
            {t('assets.average_cost')}
          </th>
          <th scope="col" className="hidden text-end whitespace-normal md:table-cell">
            {t('assets.gain')}
          </th>
          <th scope="col" className="hidden !pe-4 md:table-cell">
            <span className="sr-only">{t('assets.trade')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {holdings.map((holding) => (
          <HoldingRow
            key={holding.asset}
            holding={holding}
            pair={pairs.find((pair) => pair.base === holding.asset)}
            values={values}
            cost={costs?.get(holding.asset)}
            isHidden={isHidden}
          />
        ))}
      </tbody>
    </table>
  );
}

type HoldingRowProps = Pick<HoldingsTableProps, 'values' | 'isHidden'> & {
  readonly holding: Holding;
  readonly pair: Pair | undefined;
  readonly cost: CoinCost | undefined;
};

function HoldingRow({ holding, pair, values, cost, isHidden }: HoldingRowProps) {
  const { t } = useTranslation();
  const { to } = useLocale();
  const worth = holding.shownValue === null ? null : isHidden ? COVERED : values.text(holding.shownValue);
  const gain = cost ? gainOf(cost, holding.price) : null;
  const average = gain && formatAverage(gain.average, pair?.quotePrecision ?? 4);
  const amount = (text: string) => <bdi>{isHidden ? COVERED : coinFigure(text, holding.asset)}</bdi>;
  return (
    <tr className="h-12 border-t border-line hover:bg-hover md:h-9 max-md:[&>td]:py-1.5 [&>td]:px-2">
      <td className="!ps-4">
        <span className="flex items-center gap-2.5">
          <CoinIcon asset={holding.asset} className="size-5" />
          <b translate="no" className="font-semibold">
            {holding.asset}
          </b>
          <span translate="no" className="hidden text-12 text-faint md:inline">
            {pair?.baseName}
          </span>
        </span>
        {gain ? (
          <span className="block ps-[30px] text-11 whitespace-normal text-faint md:hidden">
            {t('assets.average_cost')} <bdi>{average}</bdi>
          </span>
        ) : null}
      </td>
      <td className="text-end font-semibold max-md:!pe-4">
        {amount(holding.total)}
        {worth === null ? null : (
          <span className="block text-11 font-normal text-faint md:hidden">
            <bdi>≈ {worth}</bdi>
          </span>
        )}
        {gain?.amount ? (
          <span className="block text-11 font-normal md:hidden">
            <span className="sr-only">{t('assets.gain')} </span>
            <GainText gain={gain} isHidden={isHidden} />
          </span>
        ) : null}
      </td>
      <td className="hidden text-end md:table-cell">{amount(holding.available)}</td>
      <td className="hidden text-end text-muted md:table-cell">
        {amount(holding.locked)}
        <Unrealised holding={holding} isHidden={isHidden} />
      </td>
      <td className="hidden min-[1440px]:table-cell">
        <WalletBar holding={holding} isHidden={isHidden} />
      </td>
      <td className="hidden text-end lg:table-cell">
        {holding.price === null ? '–' : <bdi>{formatNumber(holding.price, pair?.quotePrecision ?? 4)}</bdi>}
        {holding.changePercent === null ? (
          // Its price stands below the others all the same.
          <span className="ms-2 inline-block min-w-16 text-12" />
        ) : (
          <Change percent={holding.changePercent} look="text" className="ms-2 min-w-16 text-12" />
        )}
      </td>
      <td className="hidden text-end font-semibold md:table-cell">{worth === null ? '–' : <bdi>{worth}</bdi>}</td>
      <td className="hidden text-end text-muted xl:table-cell">{average ? <bdi>{average}</bdi> : '–'}</td>
      <td className="hidden text-end md:table-cell">
        {gain?.amount ? <GainText gain={gain} isHidden={isHidden} /> : '–'}
      </td>
      <td className="hidden !pe-4 text-end md:table-cell">
        {pair ? (
          <Link
            to={to(`/spot-trade/${pair.symbol}`)}
            aria-label={t('assets.trade_pair', { pair: pairName(pair) })}
            className={buttonClass('ghost', 'xs')}
          >
            {t('assets.trade')}
          </Link>
        ) : null}
      </td>
    </tr>
  );
}

/** The third part of the total, where isolated positions are open: it is neither free nor held. */
function Unrealised({ holding: { asset, unrealised }, isHidden }: Pick<HoldingRowProps, 'holding' | 'isHidden'>) {
  const { t } = useTranslation();
  if (signOf(unrealised) === 0) return null;
  const direction = signOf(unrealised);
  return (
    <span className="flex flex-wrap justify-end gap-x-1.5 text-11 text-faint">
      {t('assets.isolated_pnl')}
      <bdi className={directionClass(direction)}>
        {isHidden ? COVERED : formatSigned(unrealised, AMOUNT_DECIMALS, (size) => coinFigure(size, asset))}
      </bdi>
    </span>
  );
}

/** How much of a coin is in which wallet: the spot wallet's part first. */
function WalletBar({ holding: { asset, byWallet, total }, isHidden }: Pick<HoldingRowProps, 'holding' | 'isHidden'>) {
  const { t } = useTranslation();
  const wallets = USER_WALLETS.filter((wallet) => signOf(byWallet[wallet] ?? '0') > 0);
  const words = wallets.map((wallet) => {
    const amount = isHidden ? COVERED : coinFigure(byWallet[wallet] ?? '0', asset);
    return `${t(`assets.wallet_${wallet}`)} ${amount}`;
  });
  return (
    <span title={words.join(' · ')} className="flex w-16 gap-px">
      <span className="sr-only">{words.join(', ')}</span>
      {wallets.map((wallet) => (
        <span
          key={wallet}
          aria-hidden
          className={classNames('h-1.5 min-w-0.5 rounded-full', wallet === 'SPOT' ? 'bg-accent' : 'bg-info')}
          style={{ width: `${percentOf(byWallet[wallet] ?? '0', total)}%` }}
        />
      ))}
    </span>
  );
}

/** With its sign; the percentage tells no amount and stays when amounts are covered. */
function GainText({ gain: { amount, percent }, isHidden }: { gain: Gain; isHidden: boolean }) {
  const direction = shownSign(amount ?? '0', 2);
  return (
    <span className="inline-flex flex-wrap justify-end gap-x-1.5">
      <bdi className={directionClass(direction)}>{isHidden ? COVERED : formatSigned(amount ?? '0', 2)}</bdi>
      {percent === null ? null : <bdi className="text-faint">{formatPercent(percent)}</bdi>}
    </span>
  );
}
