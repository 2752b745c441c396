import { useTranslation } from 'react-i18next';
import type { ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { ToastRegion } from '../../../ui/toast.tsx';
import type { SessionUser } from '../../api/types.ts';
import type { RouteTraits } from '../../route-handle.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { TabBar } from './tab-bar.tsx';

type FrameProps = {
  readonly traits: RouteTraits;
  readonly user: SessionUser | null;
  readonly children: ReactNode;
};

/** What stands around a page: the layout that the route asked for. */
export function Frame({ traits, user, children }: FrameProps) {
  const { t } = useTranslation();
  const { layout } = traits;
  const hasTabBar = traits.hasTabBar && layout !== 'bare';
  const shape = layout === 'terminal' ? 'md:h-dvh md:min-h-[640px] md:overflow-hidden' : 'min-h-dvh';
  return (
    <div
      className={classNames(
        'flex flex-col isolate',
        shape,
        hasTabBar && 'pb-[calc(var(--tabbar)+env(safe-area-inset-bottom))] md:pb-0',
      )}
    >
      <a
        href="#main"
        className="sr-only rounded-1 bg-overlay px-4 py-2 focus:not-sr-only focus:fixed focus:start-4 focus:top-2 focus:z-50"
      >
        {t('frame.skip')}
      </a>
      {layout === 'bare' ? null : <Header isSlim={layout === 'terminal'} user={user} />}
      <main id="main" className={classNames('flex min-w-0 flex-1 flex-col', layout === 'terminal' && 'min-h-0')}>
        {children}
      </main>
      {layout === 'site' ? <Footer /> : null}
      {hasTabBar ? <TabBar /> : null}
      <ToastRegion closeLabel={t('common.close')} />
    </div>
  );
}
