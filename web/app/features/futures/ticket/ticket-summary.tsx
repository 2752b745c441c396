import { useTranslation } from '../../../i18n/use-translation.tsx';
import { formatUnits } from '../../../../ui/decimal.ts';
import { formatAmount, formatNumber } from '../../../../ui/format.ts';
import { formatAverage } from '../../../figures/average-price.ts';
import { feeText } from '../../../figures/fee-text.ts';
import { ratePercent } from '../../../figures/rate-percent.ts';
import { SummaryRows, type SummaryRow } from '../../../terminal/ticket/summary-rows.tsx';
import { LeftOverLine } from '../../../terminal/ticket/left-over-line.tsx';
import { LiquidationChange } from '../liquidation-change.tsx';
import { signedMoney } from '../signed-money.ts';
import { leftOverOf } from './left-over.ts';
import { isByAmount, type FuturesTicket } from './ticket.ts';
import { previewOf, type TicketContext } from './ticket-preview.ts';

/** What the order would cost and lead to, counted as the core counts. Rows stay, so that nothing jumps while typing. */
export function TicketSummary({ ticket, context }: { ticket: FuturesTicket; context: TicketContext }) {
  const { t } = useTranslation();
  const { contract, preference } = context.state;
  const preview = previewOf(ticket, context);
  const leverage = ticket.side === 'BUY' ? preference.longLeverage : preference.shortLeverage;
  const money = (units: bigint) => `${formatNumber(formatUnits(units, 8), 2)} ${contract.settle}`;
  const price = (units: bigint) => formatNumber(formatUnits(units, 8), contract.pricePrecision);
  const lots = preview && `${formatAmount(formatUnits(preview.quantity, 8), 8)} ${contract.base}`;
  const realised = preview?.realised ?? null;
  const closes = ticket.isReduceOnly || ticket.isClosing;
  const feeRate = preview?.feeRate ?? context.feeRates.taker;
  const rate = ratePercent(formatUnits(feeRate < 0n ? -feeRate : feeRate, 8));
  const role = t(preview?.isMaker ? 'terminal.ticket.maker' : 'terminal.ticket.taker');
  const rows: readonly SummaryRow[] = [
    [
      t('futures.ticket.value'),
      // Of a given amount the lots that are sent, and what they come to by the book of now: no more than the amount.
      preview && (isByAmount(ticket) ? `${lots} · ${money(preview.value)}` : money(preview.value)),
    ],
    // What only closes costs nothing and reserves nothing: there the result is what one looks for.
    closes
      ? [t('futures.ticket.closing_pnl'), realised === null ? null : `${signedMoney(realised)} ${contract.settle}`]
      : [t('terminal.ticket.cost'), preview && money(preview.cost)],
    // Only these may fill at a worse price than the expected one; their tickets have no price field, so that there is room for the row.
    ...(ticket.type === 'MARKET' && !closes
      ? [
          [
            t('futures.ticket.reserved'),
            preview && t('futures.ticket.up_to', { amount: money(preview.reserved) }),
          ] as const,
        ]
      : []),
    [
      t('futures.ticket.liquidation'),
      preview && (
        <LiquidationChange
          key="liquidation"
          now={preview.liquidationNow}
          after={preview.liquidationAfter}
          isCovered={preview.isCovered}
          price={price}
        />
      ),
    ],
    [t('futures.ticket.margin', { leverage: String(leverage) }), preview && money(preview.margin)],
    [t('terminal.ticket.fee', { role, rate }), preview && feeText(t, formatUnits(preview.fee, 8), contract.settle)],
    [
      t('terminal.ticket.average'),
      preview && `${formatAverage(formatUnits(preview.averagePrice, 8), contract.pricePrecision)} ${contract.settle}`,
    ],
  ];
  return (
    <div className="flex-none">
      <dl>
        <SummaryRows rows={rows} />
      </dl>
      <LeftOverLine leftOver={leftOverOf(ticket, context)} decimals={2} />
      {preview && preview.fromBonus > 0n ? (
        <p role="status" className="mt-2 text-11 text-warn">
          {t('futures.ticket.from_bonus', { amount: money(preview.fromBonus) })}
        </p>
      ) : null}
      {preview && !preview.isComplete ? (
        <p className="mt-2 text-11 text-warn">{t('terminal.ticket.thin_book')}</p>
      ) : null}
    </div>
  );
}
