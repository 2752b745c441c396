import { CirclePlus, Pencil } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.tsx';
import { IconButton } from '../../../../ui/button.tsx';
import { formatUnits } from '../../../../ui/decimal.ts';
import { classNames } from '../../../../ui/class-names.ts';
import { formatAmount, formatNumber, formatPercent } from '../../../../ui/format.ts';
import { EmptyState, SkeletonRows } from '../../../../ui/states.tsx';
import type { Contract, Position } from '../../../api/calls/futures.ts';
import { isExit } from '../../../live/futures/is-exit.ts';
import { useStore } from '../../../live-views/use-store.ts';
import { formatAverage } from '../../../figures/average-price.ts';
import { figureColumn, useColumns } from '../../../terminal/tables/columns.tsx';
import { DataTable, type Column } from '../../../terminal/tables/data-table.tsx';
import { isSet } from '../../../terminal/ticket/typed-units.ts';
import { contractOf, useFuturesMarket, useMarks } from '../futures-market.ts';
import { crossResult, figuresOf, unitsOf } from '../margin.ts';
import { signedMoney } from '../signed-money.ts';
import { AdlLights, PositionCell } from './cells.tsx';
import { ClosePartDialog } from './close-part-dialog.tsx';
import { ExitsDialog } from './exits-dialog.tsx';
import { coveredPart, exitsOf } from './exits-of.ts';
import { MarginDialog } from './margin-dialog.tsx';
import { PositionActions } from './position-actions.tsx';

interface Row {
  readonly position: Position;
  readonly contract: Contract;
  readonly mark: bigint;
}

/** Open positions with their results at the marks of now. */
export function PositionsTable({ symbol }: { symbol: string | undefined }) {
  const [part, setPart] = useState<Pick<Row, 'position' | 'contract'> | null>(null);
  return (
    <>
      <Positions symbol={symbol} onPart={setPart} />
      {part === null ? null : (
        <ClosePartDialog asked={part.position} contract={part.contract} onClose={() => setPart(null)} />
      )}
    </>
  );
}

type PositionsProps = {
  readonly symbol: string | undefined;
  readonly onPart: (row: Row) => void;
};

function Positions({ symbol, onPart }: PositionsProps) {
  const { t } = useTranslation();
  const { account, contracts, contract } = useFuturesMarket();
  const positions = useStore(account.positions);
  const tickers = useMarks();
  const common = useColumns();
  if (positions === null) return <SkeletonRows rows={4} label={t('common.loading')} />;
  const rows = positions.flatMap((position): Row[] => {
    const its = contractOf(contracts, position);
    if (its === undefined || (symbol !== undefined && position.symbol !== symbol)) return [];
    return [{ position, contract: its, mark: unitsOf(tickers.get(position.symbol)?.markPrice ?? position.markPrice) }];
  });
  if (rows.length === 0) return <EmptyState text={t('futures.table.no_positions')} />;
  const price = (text: string, its: Contract) => (isSet(text) ? formatNumber(text, its.pricePrecision) : '–');
  // What can be pressed stands before the lesser figures: those are what the pinned buttons cover on a laptop.
  const columns: readonly Column<Row>[] = [
    common.market(({ position }) => <PositionCell position={position} />),
    figureColumn({
      key: 'size',
      label: t('futures.table.size'),
      text: ({ position, contract: its }) => `${formatAmount(position.quantity, 8)} ${its.base}`,
    }),
    {
      key: 'entry',
      label: (
        <>
          {t('futures.table.entry')}
          <span className="hidden md:@max-[1120px]:inline"> / {t('futures.mark')}</span>
        </>
      ),
      isEnd: true,
      // A line of the chart is at it.
      isWideOnly: true,
      cell: ({ position, contract: its, mark }) => (
        <>
          <bdi>{formatAverage(position.entryPrice, its.pricePrecision)}</bdi>
          {/* Where the mark has no column of its own. */}
          <bdi className="hidden text-muted md:@max-[1120px]:block">{price(formatUnits(mark, 8), its)}</bdi>
        </>
      ),
    },
    {
      ...figureColumn<Row>({
        key: 'mark',
        label: t('futures.mark'),
        text: ({ mark, contract: its }) => price(formatUnits(mark, 8), its),
      }),
      isLesser: true,
    },
    {
      key: 'liquidation',
      label: t('futures.table.liquidation'),
      isEnd: true,
      cell: ({ position, contract: its }) => <bdi className="text-warn">{price(position.liquidationPrice, its)}</bdi>,
    },
    {
      key: 'pnl',
      label: <span title={t('futures.table.pnl_hint')}>{t('futures.table.pnl', { asset: contract.settle })}</span>,
      isEnd: true,
      cell: (row) => <ResultCell row={row} />,
    },
    {
      key: 'margin',
      label: t('futures.table.margin', { asset: contract.settle }),
      isEnd: true,
      cell: (row) => <MarginCell row={row} />,
    },
    {
      key: 'adl',
      label: <span title={t('futures.table.adl_hint')}>{t('futures.table.adl')}</span>,
      isRoomyOnly: true,
      cell: ({ position }) => <AdlLights lights={position.adlLights} />,
    },
    { key: 'exits', label: t('futures.table.exits'), isEnd: true, cell: (row) => <ExitsCell row={row} /> },
    {
      key: 'ratio',
      label: t('futures.table.ratio'),
      isEnd: true,
      isExtra: true,
      isLeast: true,
      cell: (row) => <RatioCell row={row} />,
    },
    {
      key: 'close',
      label: t('futures.close'),
      isEnd: true,
      isPinned: true,
      cell: (row) => <PositionActions {...row} onPart={() => onPart(row)} />,
    },
  ];
  return (
    <DataTable
      caption={t('futures.table.positions')}
      columns={columns}
      rows={rows}
      keyOf={({ position }) => String(position.positionId)}
    />
  );
}

function MarginCell({ row: { position, contract, mark } }: { row: Row }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const { margin } = figuresOf(position, mark, contract);
  return (
    <span className="inline-flex items-center gap-1">
      <bdi>{formatNumber(formatUnits(margin, 8), 2)}</bdi>
      {position.marginMode === 'ISOLATED' ? (
        <IconButton
          label={t('futures.position.margin_open', { symbol: position.symbol })}
          onClick={() => setIsOpen(true)}
          className="size-8 md:size-6"
        >
          <CirclePlus aria-hidden className="size-3.5" />
        </IconButton>
      ) : null}
      {isOpen ? <MarginDialog position={position} contract={contract} onClose={() => setIsOpen(false)} /> : null}
    </span>
  );
}

/** Maintenance margin by equity: at 100 % it is liquidated. Cross positions share one. */
function RatioCell({ row: { position, contract, mark } }: { row: Row }) {
  const { account } = useFuturesMarket();
  const positions = useStore(account.positions) ?? [];
  const capital = useStore(account.capital);
  const tickers = useMarks();
  const { contracts } = useFuturesMarket();
  const own = figuresOf(position, mark, contract);
  let [equity, maintenance] = [own.margin + own.result, own.maintenance];
  if (position.marginMode === 'CROSS') {
    const marks = new Map([...tickers].map(([symbol, { markPrice }]) => [symbol, unitsOf(markPrice)]));
    equity = capital ? unitsOf(capital.balance) + unitsOf(capital.expMoney) + crossResult(positions, marks) : 0n;
    maintenance = positions
      .filter(({ marginMode }) => marginMode === 'CROSS')
      .reduce((sum, one) => {
        const its = contractOf(contracts, one);
        return its ? sum + figuresOf(one, marks.get(one.symbol) ?? unitsOf(one.markPrice), its).maintenance : sum;
      }, 0n);
  }
  if (equity <= 0n) return <span>–</span>;
  return <bdi>{formatPercent(formatUnits((maintenance * 10_000n) / equity, 2), 2).replace('+', '')}</bdi>;
}

function ResultCell({ row: { position, contract, mark } }: { row: Row }) {
  const { result, returned } = figuresOf(position, mark, contract);
  const tone = result > 0n ? 'text-up' : result < 0n ? 'text-down' : '';
  const share = returned === null ? null : formatPercent(formatUnits(returned * 100n, 8), 2);
  return (
    // A large loss takes two lines in a phone's card.
    <span className={classNames('max-md:whitespace-normal', tone)}>
      <bdi>{signedMoney(result)}</bdi>
      {share === null ? null : (
        // In a narrow panel it stands below, so that all columns are in sight.
        <span className="md:@max-[1120px]:block md:@max-[1120px]:text-11">
          <span className="md:@max-[1120px]:hidden"> · </span>
          <bdi>{share}</bdi>
        </span>
      )}
    </span>
  );
}

/** The exits that close it: those of all of it, or else those that its order brought. */
function ExitsCell({ row: { position, contract } }: { row: Row }) {
  const { t } = useTranslation();
  const { account } = useFuturesMarket();
  const [isOpen, setIsOpen] = useState(false);
  const closing = position.direction === 'LONG' ? 'SELL' : 'BUY';
  const exits = (useStore(account.stopOrders) ?? []).filter(
    (stop) =>
      stop.symbol === position.symbol &&
      stop.positionSide === position.positionSide &&
      stop.side === closing &&
      isExit(stop),
  );
  const shown = (type: 'TAKE_PROFIT' | 'STOP') => {
    const stop = exitsOf(exits, type)[0];
    if (stop === undefined) return '–';
    const price = formatNumber(stop.triggerPrice, contract.pricePrecision);
    const part = coveredPart(stop, position);
    if (part === null) return price;
    const [covered, open] = [formatAmount(part, 8), formatAmount(position.quantity, 8)];
    return (
      <span title={`${price} · ${covered} / ${open} ${contract.base}`}>
        {price}
        <span className="md:@max-[880px]:hidden">{` · ${covered}`}</span>
      </span>
    );
  };
  // With amounts they are long: one below the other they leave the room to the pinned buttons.
  const isStacked = (['TAKE_PROFIT', 'STOP'] as const).some((type) => {
    const stop = exitsOf(exits, type)[0];
    return stop !== undefined && coveredPart(stop, position) !== null;
  });
  const line = isStacked ? 'md:block md:text-11 md:leading-4' : 'md:@max-[1120px]:block';
  return (
    <span className="inline-flex items-center gap-1 md:@max-[1120px]:flex md:@max-[1120px]:justify-between">
      <bdi className="max-md:whitespace-normal">
        <span className={classNames('text-up', line)}>{shown('TAKE_PROFIT')}</span>
        <span className={isStacked ? 'md:hidden' : 'md:@max-[1120px]:hidden'}> / </span>
        <span className={classNames('text-down', line)}>{shown('STOP')}</span>
      </bdi>
      <IconButton
        label={t('futures.position.exits_open', { symbol: position.symbol })}
        onClick={() => setIsOpen(true)}
        // Where the row is wider than the panel, the pinned buttons cover figures rather than this.
        className="size-8 md:size-6 md:@max-[1120px]:order-first"
      >
        <Pencil aria-hidden className="size-3.5" />
      </IconButton>
      {isOpen ? (
        <ExitsDialog position={position} contract={contract} exits={exits} onClose={() => setIsOpen(false)} />
      ) : null}
    </span>
  );
}
