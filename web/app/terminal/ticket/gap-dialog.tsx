import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { isolated } from '../../i18n/isolated.ts';
import { useTerminalMarket } from '../terminal-market.ts';
import type { OrderTerm } from './order-terms.ts';
import type { OrderQuestion } from './price-gap.ts';
import { NeverAsk } from './never-ask.tsx';

type GapDialogProps = {
  readonly question: OrderQuestion | null;
  /** Side, size and type in words, each part isolated; absent where the order is known already. */
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
      <div className="grid grid-cols-1 gap-4 px-4 pb-4">
        {gap ? (
          <p className="text-muted">
            {t(`terminal.gap.${kind === 'average' ? 'average_' : ''}${gap.isAbove ? 'above' : 'below'}`, {
              percent: gap.percent,
            })}
          </p>
        ) : null}
        <dl className="num grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-13">
          {order === undefined ? null : <Row name={t('terminal.gap.order')}>{order}</Row>}
          {question?.price ? (
            <Row name={t('terminal.gap.your_price')}>
              <bdi>{shown(question.price)}</bdi>
            </Row>
          ) : null}
          <Row name={t('terminal.gap.last_price')}>
            <bdi>{shown(lastPrice)}</bdi>
          </Row>
          {terms.map(([name, value]) => (
            <Row key={name} name={name}>
              {isolated(value)}
            </Row>
          ))}
        </dl>
        {summary}
        <NeverAsk />
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

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="text-end font-semibold">{children}</dd>
    </>
  );
}
