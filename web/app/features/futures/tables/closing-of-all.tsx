import { useTranslation } from '../../../i18n/use-translation.tsx';
import { formatUnits } from '../../../../ui/decimal.ts';
import type { Contract, Position } from '../../../api/calls/futures.ts';
import { feeText } from '../../../figures/fee-text.ts';
import { SummaryRows, type SummaryRow } from '../../../terminal/ticket/summary-rows.tsx';
import { contractOf, FuturesMarketContext, useFuturesMarket, type FuturesMarket } from '../futures-market.ts';
import { signedMoney } from '../signed-money.ts';
import { reversalParts } from '../told-orders.ts';
import { closingAtMarket, sumOfClosings } from './closing.ts';
import { ClosingRows } from './closing-rows.tsx';
import { useClosingEstimate, useReversalEstimate } from './use-closing-estimate.ts';

/** The questions that show these stand outside of the market's page, so they bring its context. */
interface OfMarket {
  readonly market: FuturesMarket;
}

type OneProps = OfMarket & { readonly position: Position; readonly contract: Contract };

/** What closing all of a position at the market is expected to come to. */
export function ClosingOfAll({ market, ...one }: OneProps) {
  return (
    <FuturesMarketContext value={market}>
      <One {...one} />
    </FuturesMarketContext>
  );
}

function One({ position, contract }: Omit<OneProps, 'market'>) {
  const closing = useClosingEstimate()(position, contract, closingAtMarket(position));
  return <ClosingRows contract={contract} estimate={closing} />;
}

/** What turning all of a position round at the market is expected to come to, in the words in which it is told afterwards. */
export function ReversalOfAll({ market, ...one }: OneProps) {
  return (
    <FuturesMarketContext value={market}>
      <Reversed {...one} />
    </FuturesMarketContext>
  );
}

function Reversed({ position, contract }: Omit<OneProps, 'market'>) {
  const { t } = useTranslation();
  const estimate = useReversalEstimate()(position, contract);
  const parts = reversalParts(t, contract, {
    closingPrice: estimate && formatUnits(estimate.closing.price, 8),
    openingPrice: estimate && formatUnits(estimate.openingPrice, 8),
    result: estimate && estimate.closing.realised - estimate.closing.fee,
    openingFee: estimate && estimate.openingFee,
  });
  return (
    <dl className="num text-13">
      <SummaryRows rows={parts.map(([label, value]): SummaryRow => [label, value && `≈ ${value}`])} />
    </dl>
  );
}

/** The same of several positions: the fees of all, each one's result after its fee, and what all of it comes to. */
export function ClosingOfMany({ market, positions }: OfMarket & { readonly positions: readonly Position[] }) {
  return (
    <FuturesMarketContext value={market}>
      <Many positions={positions} />
    </FuturesMarketContext>
  );
}

function Many({ positions }: { readonly positions: readonly Position[] }) {
  const { t } = useTranslation();
  const estimateOf = useClosingEstimate();
  const { contract: shown, contracts } = useFuturesMarket();
  const known = positions.map((position) => {
    const contract = contractOf(contracts, position);
    return { position, estimate: contract ? estimateOf(position, contract, closingAtMarket(position)) : null };
  });
  const money = (units: bigint) => `${signedMoney(units)} ${shown.settle}`;
  const total = sumOfClosings(known.map(({ estimate }) => estimate));
  const rows: readonly SummaryRow[] = [
    // Before the results, which have lost it already: below them it would look as if it were taken once more.
    [t('terminal.fee'), total && feeText(t, formatUnits(total.fee, 8), shown.settle)],
    ...known.map(({ position, estimate }): SummaryRow => [
      `${position.symbol} · ${t(position.direction === 'LONG' ? 'futures.long' : 'futures.short')}`,
      estimate && money(estimate.realised - estimate.fee),
    ]),
    [t('futures.position.part_pnl'), total && money(total.realised - total.fee)],
  ];
  return (
    <dl className="num max-h-60 overflow-y-auto text-13">
      <SummaryRows rows={rows} />
    </dl>
  );
}
