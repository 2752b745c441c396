import type { PageTraits } from '@agio/contracts/pages';
import { useTranslation } from '../../i18n/use-translation.tsx';
import type { ReactElement, ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import type { SessionUser } from '../../api/types.ts';
import { focusTicket } from '../../terminal/focus-ticket.ts';
import { AccountMenu } from './account-menu.tsx';
import { AreaMenu } from './area-menu.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { REWARDS_MENU } from './menus.ts';
import { TabBar } from './tab-bar.tsx';

type FrameProps = {
  readonly traits: PageTraits;
  readonly user: SessionUser | null;
  /** The native app brings its own header and tabs. */
  readonly isWebView: boolean;
  readonly children: ReactNode;
};

const SKIP =
  'sr-only rounded-1 bg-overlay px-4 py-2 focus:not-sr-only focus:fixed focus:start-4 focus:top-2 focus:z-50';

/** What stands around a page: the layout that the page's traits ask for. */
export function Frame({ traits, user, isWebView, children }: FrameProps) {
  const { t } = useTranslation();
  const { layout } = traits;
  const isFramed = layout !== 'bare' && !isWebView;
  const hasTabBar = traits.hasTabBar && isFramed;
  const shape = layout === 'terminal' ? 'max-md:min-h-dvh md:h-dvh md:min-h-[560px] md:overflow-hidden' : 'min-h-dvh';
  return (
    <div
      className={classNames(
        'flex flex-col isolate',
        shape,
        hasTabBar && 'pb-[calc(var(--tabbar)+env(safe-area-inset-bottom))] md:pb-0',
      )}
    >
      <a href="#main" className={SKIP}>
        {t('frame.skip')}
      </a>
      {/* Before the header, so that an order is a few keys away. On phones the ticket is a sheet. */}
      {layout === 'terminal' ? (
        <a
          href="#ticket"
          onClick={(event) => {
            event.preventDefault();
            focusTicket();
          }}
          className={classNames(SKIP, 'max-md:hidden')}
        >
          {t('frame.to_ticket')}
        </a>
      ) : null}
      {isFramed ? <Header isSlim={layout === 'terminal'} user={user} /> : null}
      {isFramed && layout === 'campaign' ? <AreaMenu entries={REWARDS_MENU} /> : null}
      <Body traits={traits} menu={isFramed && layout === 'account' && user ? <AccountMenu user={user} /> : null}>
        {children}
      </Body>
      {isFramed && layout !== 'terminal' ? <Footer /> : null}
      {hasTabBar ? <TabBar isLoggedIn={user !== null} /> : null}
    </div>
  );
}

function Body({ traits, menu, children }: { traits: PageTraits; menu: ReactElement | null; children: ReactNode }) {
  const { layout } = traits;
  const main = (
    <main
      id="main"
      className={classNames(
        'flex min-w-0 flex-1 flex-col',
        layout === 'terminal' && 'min-h-0',
        traits.hasStars && 'star-field',
      )}
    >
      {children}
    </main>
  );
  if (layout !== 'account') return main;
  return (
    <div
      className={classNames(
        'page-wrap flex flex-1 flex-col',
        menu !== null && 'lg:grid lg:grid-cols-[208px_minmax(0,1fr)] lg:gap-8',
      )}
    >
      {menu}
      {main}
    </div>
  );
}
