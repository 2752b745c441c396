import { useTranslation } from '../../../i18n/use-translation.tsx';
import { ceilTo, formatUnits } from '../../../../ui/decimal.ts';
import { formatAmount, formatNumber } from '../../../../ui/format.ts';
import { FieldError } from '../../../../ui/text-field.tsx';
import { SummaryRows, type SummaryRow } from '../../../terminal/ticket/summary-rows.tsx';
import { SCALE } from '../../../terminal/ticket/typed-units.ts';
import { LiquidationChange } from '../liquidation-change.tsx';
import type { MarginState } from '../margin.ts';
import type { LeverageChange, RaisedLeverage } from './leverage-change.ts';

/** What is missing is rounded up to it: with the shown amount it must be enough. */
const CENT = 10n ** BigInt(SCALE - 2);

/** Which move of the price against a position takes all of its margin: at 20x 5%. */
const moveOf = (leverage: number): string => `${formatAmount(formatUnits(10_000n / BigInt(leverage), 2), 2)}%`;

type LeverageOutcomeProps = {
  readonly state: MarginState;
  readonly available: bigint;
  readonly change: LeverageChange;
  /** As it is written: 20x. */
  readonly leverage: string;
  /** Of the side that rises; null where none does. */
  readonly raised: RaisedLeverage | null;
};

/** What the chosen leverage does to what is open, before it is saved; in words where the engine would refuse it. */
export function LeverageOutcome({ state, available, change, leverage, raised }: LeverageOutcomeProps) {
  const { t } = useTranslation();
  const { contract } = state;
  const money = (units: bigint) => formatNumber(formatUnits(units, SCALE), 2);
  const price = (units: bigint) => formatNumber(formatUnits(units, SCALE), contract.pricePrecision);
  const beforeAndAfter = (now: bigint, after: bigint) => (
    <>
      <span className="text-muted">{money(now)} → </span>
      {money(after)}
    </>
  );
  const isHedged = state.preference.positionMode === 'HEDGE';
  const rows = change.positions.flatMap((one): SummaryRow[] => {
    const of = (label: string) =>
      isHedged ? `${t(one.direction === 'LONG' ? 'futures.long' : 'futures.short')} · ${label}` : label;
    const liquidation = (
      <LiquidationChange isCovered now={one.liquidationNow} after={one.liquidationAfter} price={price} />
    );
    return [
      [of(t('futures.table.margin', { asset: contract.settle })), beforeAndAfter(one.marginNow, one.marginAfter)],
      [of(t('futures.ticket.liquidation')), liquidation],
    ];
  });
  const isShort = change.availableAfter < 0n;
  const refusal = change.isStuck
    ? t('futures.settings.leverage_stuck')
    : change.ceiling !== null
      ? t('futures.ticket.problem_ceiling', { leverage: String(change.ceiling) })
      : isShort
        ? t('futures.settings.leverage_balance', {
            leverage,
            missing: money(ceilTo(-change.availableAfter, CENT)),
            asset: contract.settle,
          })
        : null;
  const isSame = change.positions.length === 0 && change.availableAfter === available;
  return (
    <div aria-live="polite" className="grid gap-2">
      {isSame ? null : (
        <dl className="text-12">
          <SummaryRows
            rows={[
              ...rows,
              [
                `${t('terminal.ticket.available')} (${contract.settle})`,
                isShort ? money(available) : beforeAndAfter(available, change.availableAfter),
              ],
            ]}
          />
        </dl>
      )}
      {refusal === null ? null : <FieldError text={refusal} />}
      {refusal === null && raised !== null ? (
        <p className="text-12 text-warn">
          {t('futures.settings.leverage_risk', {
            after: `${raised.after}x`,
            afterMove: moveOf(raised.after),
            before: `${raised.before}x`,
            beforeMove: moveOf(raised.before),
          })}
        </p>
      ) : null}
    </div>
  );
}
