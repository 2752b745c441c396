import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { usePreferences } from '../../choices/preferences.ts';
import { useTerminalMarket } from '../terminal-market.ts';
import type { OrderQuestion } from './price-gap.ts';

/** The name of what an order is sent with, and its value. */
export type OrderTerm = readonly [name: string, value: string];

type GapDialogProps = {
  readonly question: OrderQuestion | null;
  /** Side, size and type in words; absent where the order is known already. */
  readonly order?: string;
  /** What else is sent with it, by name: exits, limits on what it may do. */
  readonly terms?: readonly OrderTerm[];
  /** What it costs and leads to. */
  readonly summary?: ReactNode;
  readonly lastPrice: string;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
};

/** Asks before an order is sent: where its price is far from the last one, and always for who wants to look first. */
export function GapDialog({ question, order, terms = [], summary, lastPrice, onClose, onConfirm }: GapDialogProps) {
  const { t } = useTranslation();
  const { instrument } = useTerminalMarket();
  const confirms = usePreferences((state) => state.confirms);
  const setConfirms = usePreferences((state) => state.setConfirms);
  const shown = (price: string) => `${formatNumber(price || '0', instrument.quotePrecision)} ${instrument.quote}`;
  const kind = question?.kind ?? 'price';
  const gap = question?.gap;
  return (
    <Dialog
      isOpen={question !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t(kind === 'price' ? 'terminal.gap.title' : `terminal.gap.title_${kind}`)}
      closeLabel={t('common.close')}
    >
      <div className="grid gap-4 px-4 pb-4">
        {gap ? (
          <p className="text-muted">
            {t(`terminal.gap.${kind === 'average' ? 'average_' : ''}${gap.isAbove ? 'above' : 'below'}`, {
              percent: gap.percent,
            })}
          </p>
        ) : null}
        <dl className="num grid grid-cols-[1fr_auto] gap-y-1 text-13">
          {order === undefined ? null : <Row name={t('terminal.gap.order')} value={order} />}
          {question?.price ? (
            <Row
              name={t(question.isAverage ? 'terminal.average_price' : 'terminal.gap.your_price')}
              value={shown(question.price)}
            />
          ) : null}
          <Row name={t('terminal.gap.last_price')} value={shown(lastPrice)} />
          {terms.map(([name, value]) => (
            <Row key={name} name={name} value={value} />
          ))}
        </dl>
        {summary}
        <Checkbox checked={confirms === 'never'} onChange={(isOn) => setConfirms(isOn ? 'never' : 'danger')}>
          {t('terminal.gap.never')}
        </Checkbox>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('terminal.gap.change')}</Button>
          <Button look={question?.side === 'SELL' ? 'sell' : 'buy'} onClick={onConfirm}>
            {t(kind === 'plain' ? 'terminal.gap.send_plain' : 'terminal.gap.send')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function Row({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="text-end font-semibold">
        <bdi>{value}</bdi>
      </dd>
    </>
  );
}
