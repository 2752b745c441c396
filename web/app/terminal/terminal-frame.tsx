import './terminal.css';
import { useEffect, useState, type MouseEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { tabClass } from '../../ui/tabs.tsx';
import { whenQuiet } from '../../ui/when-quiet.ts';
import type { Side } from '../api/types.ts';
import { BookPanel } from './book/book-panel.tsx';
import { useTerminalMarket } from './terminal-market.ts';
import { TradesPanel } from './trades-panel.tsx';

const PHONE_TABS = ['chart', 'book', 'trades'] as const;
type PhoneTab = (typeof PHONE_TABS)[number];

export interface Panel {
  readonly className: string;
}

type TerminalFrameProps = {
  readonly strip: ReactNode;
  readonly chart: (panel: Panel) => ReactNode;
  readonly account: (panel: Panel) => ReactNode;
  readonly ticket: (panel: Panel & { readonly onSent?: () => void }) => ReactNode;
  /** A phone's buttons choose the side before the ticket opens. */
  readonly onSide: (side: Side) => void;
  readonly sideLabel: (side: Side) => string;
  readonly preset: 'standard' | 'pro-right';
};

/** The panels of one market: on wide screens all at once, on phones chart, book and trades as tabs and the ticket as a sheet. */
export function TerminalFrame({ strip, chart, account, ticket, onSide, sideLabel, preset }: TerminalFrameProps) {
  const { t } = useTranslation();
  const [phoneTab, setPhoneTab] = useState<PhoneTab>('chart');
  const onPhone = (tab: PhoneTab) => (phoneTab === tab ? '' : 'max-md:hidden');
  // Loads the dialog's code ahead: the question before an order must not need a server that may be away by then.
  useEffect(() => whenQuiet(() => void import('../../ui/dialog-popup.tsx').catch(() => null)), []);
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-px bg-line max-md:pb-[72px]">
      <a
        href="#ticket"
        onClick={focusTicket}
        className="sr-only rounded-1 bg-overlay px-4 py-2 max-md:hidden focus:not-sr-only focus:fixed focus:start-4 focus:top-2 focus:z-50"
      >
        {t('terminal.to_ticket')}
      </a>
      {strip}
      <div role="group" aria-label={t('terminal.view')} className="flex h-11 flex-none gap-6 bg-surface px-4 md:hidden">
        {PHONE_TABS.map((tab) => (
          <button
            key={tab}
            type="button"
            aria-pressed={phoneTab === tab}
            onClick={() => setPhoneTab(tab)}
            className={tabClass(phoneTab === tab, true)}
          >
            {t(`terminal.phone_${tab}`)}
          </button>
        ))}
      </div>
      <div className={`terminal-grid terminal-${preset}`}>
        {chart({ className: classNames('[grid-area:chart] max-md:h-[420px]', onPhone('chart')) })}
        <BookPanel className={classNames('[grid-area:book]', onPhone('book'))} />
        {ticket({ className: '[grid-area:ticket] max-md:hidden' })}
        {account({ className: '[grid-area:table] max-md:order-last max-md:min-h-64' })}
        <TradesPanel className={classNames('[grid-area:trades]', onPhone('trades'))} />
      </div>
      <PhoneOrderBar ticket={ticket} onSide={onSide} sideLabel={sideLabel} />
    </div>
  );
}

/** With the keyboard the first field of the ticket is one step away. */
function focusTicket(event: MouseEvent): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('#ticket form input[inputmode=decimal]')?.focus();
}

/** Phones: buy and sell stay in reach of the thumb and open the ticket as a sheet. */
function PhoneOrderBar({ ticket, onSide, sideLabel }: Pick<TerminalFrameProps, 'ticket' | 'onSide' | 'sideLabel'>) {
  const { t } = useTranslation();
  const { name } = useTerminalMarket();
  const [isOpen, setIsOpen] = useState(false);
  const open = (side: Side) => {
    onSide(side);
    setIsOpen(true);
  };
  return (
    <>
      <div className="fixed inset-x-0 bottom-[calc(var(--tabbar)+env(safe-area-inset-bottom))] z-20 grid grid-cols-2 gap-2 border-t border-line bg-surface px-4 py-2 md:hidden">
        <Button look="buy" className="h-12" onClick={() => open('BUY')}>
          {sideLabel('BUY')}
        </Button>
        <Button look="sell" className="h-12" onClick={() => open('SELL')}>
          {sideLabel('SELL')}
        </Button>
      </div>
      <Dialog isOpen={isOpen} onOpenChange={setIsOpen} title={name} closeLabel={t('common.close')} shape="sheet">
        {ticket({ className: 'pb-[env(safe-area-inset-bottom)]', onSent: () => setIsOpen(false) })}
      </Dialog>
    </>
  );
}
