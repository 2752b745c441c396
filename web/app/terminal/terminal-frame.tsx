import './terminal.css';
import type { Preset } from '@agio/contracts/display';
import type { DockviewApi } from 'dockview-react';
import { lazy, Suspense, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from '../i18n/use-translation.tsx';
import { Button, ToggleButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { tabClass } from '../../ui/tabs.tsx';
import { whenQuiet } from '../../ui/when-quiet.ts';
import type { Side } from '../api/types.ts';
import { useDisplay } from '../choices/display.ts';
import { useKeptTerminal } from '../choices/last-terminal.ts';
import { terminalPath } from '../navigation/trade-path.ts';
import { useSessionUser } from '../visitor/session.ts';
import { BookPanel } from './book/book-panel.tsx';
import { focusTicket } from './focus-ticket.ts';
import type { HotkeyAction } from './hotkeys/hotkeys.ts';
import { useHotkeys } from './hotkeys/use-hotkeys.ts';
import { forgetArrangement, type ArrangementOwner, type TerminalName } from './layout/arrangement.ts';
import { toggleFullScreen } from './layout/full-screen.ts';
import { LayoutMenu } from './layout/layout-menu.tsx';
import { DrawnPanelsContext, type DrawnPanels } from './layout/panels.ts';
import { useIsWide } from './layout/use-is-wide.ts';
import { MarketState } from './market-state.tsx';
import { PanelBoundary } from './panel-boundary.tsx';
import { StalePrices, useStaleSince } from './stale-prices.tsx';
import { loadPart } from '../start/load-part.ts';
import { useTerminalMarket } from './terminal-market.ts';
import { TradesPanel } from './trades-panel.tsx';

const Dock = lazy(() => loadPart(() => import('./layout/dock.tsx')));
const MarketListPanel = lazy(() => loadPart(() => import('./markets/market-list-panel.tsx')));
const HotkeySheet = lazy(() => loadPart(() => import('./hotkeys/hotkey-sheet.tsx')));

/** Orders stand second, so that they are in sight on the narrowest phone. */
const PHONE_TABS = ['chart', 'account', 'book', 'trades', 'info'] as const;
type PhoneTab = (typeof PHONE_TABS)[number];

export interface Panel {
  readonly className: string;
}

type TerminalFrameProps = {
  readonly terminal: TerminalName;
  readonly strip: ReactNode;
  readonly chart: (panel: Panel) => ReactNode;
  readonly account: (panel: Panel) => ReactNode;
  /** On phones, where the account has a tab beside the chart. */
  readonly accountName: string;
  /** Of phones alone: on wide screens the strip has its figures. */
  readonly info: (panel: Panel) => ReactNode;
  readonly ticket: (panel: Panel & { readonly onSent?: () => void }) => ReactNode;
  /** A phone's buttons choose the side before the ticket opens, and so do keys. */
  readonly onSide: (side: Side) => void;
  readonly onType: (type: 'LIMIT' | 'MARKET') => void;
  readonly sideLabel: (side: Side) => string;
  /** How the panels stand where the person chose nothing. */
  readonly preset: Preset;
};

/** The panels of one market: on wide screens all at once, as the person chose, on phones chart, account, book, trades and facts as tabs, the account below the others too, and the ticket as a sheet. */
export function TerminalFrame(props: TerminalFrameProps) {
  const { strip, chart, account, ticket, onSide, sideLabel, preset, terminal } = props;
  const { t } = useTranslation();
  const { layout } = useDisplay();
  useKeptTerminal(terminalPath(terminal, useTerminalMarket().instrument.symbol));
  const isWide = useIsWide();
  const user = useSessionUser()?.id ?? null;
  const owner = useMemo<ArrangementOwner>(() => ({ terminal, user }), [terminal, user]);
  const staleSince = useStaleSince();
  const [dock, setDock] = useState<DockviewApi | null>(null);
  const [keys, setKeys] = useState({ isOpen: false, wasOpened: false });
  const openKeys = useCallback(() => setKeys({ isOpen: true, wasOpened: true }), []);
  useHotkeys({ onAction: useActions(props), onHelp: openKeys });
  // Loads the dialog's code ahead: the question before an order must not need a server that may be away by then.
  useEffect(() => whenQuiet(() => void import('../../ui/dialog-popup.tsx').catch(() => null)), []);
  const resetDock = () => {
    forgetArrangement(owner);
    if (dock) void import('./layout/dock.tsx').then(({ arrange }) => arrange(dock, preset));
  };
  const drawn: DrawnPanels = {
    chart: (className) => bounded(className, chart({ className: classNames('dims', className) })),
    book: (className) => bounded(className, <BookPanel className={classNames('dims', className)} />),
    trades: (className) => bounded(className, <TradesPanel className={classNames('dims', className)} />),
    ticket: (className) => bounded(className, ticket({ className })),
    account: (className) => bounded(className, account({ className })),
    markets: (className) =>
      bounded(
        className,
        <Suspense fallback={<Skeleton className={className} />}>
          <MarketListPanel className={classNames('dims', className)} />
        </Suspense>,
      ),
  };
  return (
    <div
      data-stale={staleSince === null ? undefined : ''}
      className="flex min-h-0 flex-1 flex-col gap-px bg-line max-md:pb-[65px]"
    >
      <div className="flex flex-none items-center bg-surface md:pe-2">
        <div className="dims min-w-0 flex-1">{strip}</div>
        <LayoutMenu preset={preset} owner={owner} dock={dock} onReset={resetDock} onKeys={openKeys} />
      </div>
      <MarketState />
      {staleSince === null ? null : <StalePrices since={staleSince} />}
      {layout === 'custom' && isWide ? (
        <DrawnPanelsContext value={drawn}>
          <Suspense fallback={<Skeleton className="min-h-0 flex-1" />}>
            <Dock owner={owner} preset={preset} onApi={setDock} />
          </Suspense>
        </DrawnPanelsContext>
      ) : (
        <Grid
          drawn={drawn}
          info={props.info}
          accountName={props.accountName}
          layout={layout === 'page' || layout === 'custom' ? preset : layout}
          isHidden={layout === 'custom'}
        />
      )}
      <PhoneOrderBar ticket={ticket} onSide={onSide} sideLabel={sideLabel} />
      <Dialog
        isOpen={keys.isOpen}
        onOpenChange={(isOpen) => setKeys((now) => ({ ...now, isOpen }))}
        title={t('terminal.keys.title')}
        closeLabel={t('common.close')}
      >
        {keys.wasOpened ? (
          <Suspense fallback={<Skeleton className="m-4 h-80" />}>
            <HotkeySheet />
          </Suspense>
        ) : null}
      </Dialog>
    </div>
  );
}

const bounded = (className: string | undefined, panel: ReactNode): ReactNode => (
  <PanelBoundary className={className}>{panel}</PanelBoundary>
);

type GridProps = Pick<TerminalFrameProps, 'info' | 'accountName'> & {
  readonly drawn: DrawnPanels;
  readonly layout: Preset;
  /** Of an own arrangement nothing is known before the browser takes over: wide screens keep its place free. */
  readonly isHidden: boolean;
};

/** A preset: the server draws it too. On phones its panels are tabs. */
function Grid({ drawn, info, accountName, layout, isHidden }: GridProps) {
  const { t } = useTranslation();
  const [phoneTab, setPhoneTab] = useState<PhoneTab>('chart');
  const onPhone = (tab: PhoneTab) => (phoneTab === tab ? '' : 'max-md:hidden');
  return (
    <>
      <div
        role="group"
        aria-label={t('terminal.view')}
        data-toast-clear
        className="scroll-quiet flex h-11 flex-none gap-x-5 overflow-x-auto overflow-y-hidden bg-surface px-3 max-[359px]:gap-x-3 md:hidden"
      >
        {PHONE_TABS.map((tab) => (
          <ToggleButton
            key={tab}
            isOn={phoneTab === tab}
            onClick={() => setPhoneTab(tab)}
            className={classNames(tabClass(phoneTab === tab, true), 'flex-none')}
          >
            {tab === 'account' ? accountName : t(`terminal.phone_${tab}`)}
          </ToggleButton>
        ))}
      </div>
      <div data-toast-clear className={classNames(`terminal-grid terminal-${layout}`, isHidden && 'md:invisible')}>
        {drawn.chart(classNames('[grid-area:chart] max-md:h-[clamp(360px,100dvh-484px,420px)]', onPhone('chart')))}
        {drawn.book(classNames('[grid-area:book]', onPhone('book')))}
        {drawn.ticket('[grid-area:ticket] max-md:hidden')}
        {drawn.account(
          classNames(
            // Down to the bar of buy and sell, also where there is little to list.
            '[grid-area:table] max-md:order-last max-md:grow',
            phoneTab === 'account' ? 'max-md:min-h-[calc(100dvh-360px)]' : 'max-md:min-h-64',
          ),
        )}
        {drawn.trades(classNames('[grid-area:trades]', onPhone('trades')))}
        {info({ className: classNames('md:hidden', onPhone('info')) })}
      </div>
    </>
  );
}

/** What the keys do. */
function useActions({ onSide, onType }: Pick<TerminalFrameProps, 'onSide' | 'onType'>): (action: HotkeyAction) => void {
  return useCallback(
    (action) => {
      if (action === 'buy' || action === 'sell') onSide(action === 'buy' ? 'BUY' : 'SELL');
      else if (action === 'limit' || action === 'market') onType(action === 'limit' ? 'LIMIT' : 'MARKET');
      else if (action === 'ticket') focusTicket();
      else if (action === 'full_screen') toggleFullScreen();
      else if (action === 'cancel_all') document.querySelector<HTMLElement>('[data-hotkey=cancel-all]')?.click();
      else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    },
    [onSide, onType],
  );
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
      <div
        data-toast-above
        className="fixed inset-x-0 bottom-[calc(var(--tabbar)+env(safe-area-inset-bottom))] z-20 grid grid-cols-2 gap-2 border-t border-line bg-surface px-4 py-2 md:hidden"
      >
        <Button look="buy" className="h-12" onClick={() => open('BUY')}>
          {sideLabel('BUY')}
        </Button>
        <Button look="sell" className="h-12" onClick={() => open('SELL')}>
          {sideLabel('SELL')}
        </Button>
      </div>
      <Dialog isOpen={isOpen} onOpenChange={setIsOpen} title={name} closeLabel={t('common.close')} shape="sheet">
        {bounded('', ticket({ className: 'pb-[env(safe-area-inset-bottom)]', onSent: () => setIsOpen(false) }))}
      </Dialog>
    </>
  );
}
