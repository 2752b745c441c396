import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n/use-translation.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { formatAverage } from '../../../figures/average-price.ts';
import { coinAmount } from '../../../figures/coin-amount.ts';
import { feeText } from '../../../figures/fee-text.ts';
import { isSet } from '../../../terminal/ticket/typed-units.ts';
import { previewOf, stopPreviewOf, type TicketPreview } from './ticket-preview.ts';
import type { Ticket, TicketContext } from './ticket.ts';

/** What a pair of orders would cost and bring: either of both may be the one that trades, so their figures stand beside each other. */
export function PairFigures({ ticket, context }: { readonly ticket: Ticket; readonly context: TicketContext }) {
  const { t } = useTranslation();
  const { pair } = context;
  const legs = [previewOf(ticket, context), stopPreviewOf(ticket, context)];
  const row = (label: string, text: (leg: TicketPreview) => ReactNode, className = '') => (
    <Row label={label} values={legs.map((leg) => leg && text(leg))} className={className} />
  );
  const stopType = isSet(ticket.stopLimitPrice) ? 'STOP_LIMIT' : 'STOP_MARKET';
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)_auto_auto] gap-x-3">
      <Row label="" values={[t('terminal.type_LIMIT'), t(`terminal.type_${stopType}`)]} className="text-muted" />
      {row(t(ticket.side === 'BUY' ? 'terminal.ticket.cost' : 'terminal.ticket.you_sell'), ({ cost, costAsset }) =>
        coinAmount(cost, costAsset),
      )}
      {row(t('terminal.ticket.expected'), ({ averagePrice }) => formatAverage(averagePrice, pair.quotePrecision))}
      {row(t('terminal.fee'), ({ fee, feeAsset }) => feeText(t, fee, feeAsset))}
      {row(
        t('terminal.ticket.you_receive'),
        ({ receive, receiveAsset }) => coinAmount(receive, receiveAsset),
        'ledger-total mt-1 py-1 font-semibold',
      )}
    </dl>
  );
}

type RowProps = { readonly label: string; readonly values: readonly ReactNode[]; readonly className: string };

function Row({ label, values, className }: RowProps) {
  return (
    <div className={classNames('col-span-3 grid grid-cols-subgrid leading-5', className)}>
      <dt className={className.includes('ledger-total') ? '' : 'text-muted'}>{label}</dt>
      {values.map((value, place) => (
        <dd key={place} className="text-end">
          <bdi>{value ?? '–'}</bdi>
        </dd>
      ))}
    </div>
  );
}
