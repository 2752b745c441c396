import { Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ensureDomains } from '../../i18n/browser-texts.ts';
import { loadPart } from '../../start/load-part.ts';
import { SkeletonRows } from '../../../ui/states.tsx';
import { takeEarlySearch } from './early-search.ts';
import { createTypedBefore } from './typed-before.ts';

const loadPanel = () => import('./search-panel.tsx');
const SearchPanel = lazy(() => loadPart(loadPanel));

/**
 * The dialog and what it holds come at the same time, and not one after the other; a failure is told by whoever draws them. Without the
 * names of coins in the reader's language the search finds them by their English ones.
 */
function loadAhead(): void {
  for (const part of [loadPanel(), import('../../../ui/dialog-popup.tsx'), ensureDomains(['names'])])
    part.catch(() => undefined);
}

export function MarketSearch() {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const [typed] = useState(createTypedBefore);
  useSearchKeys((before) => {
    // From the key on, not from the next picture on: on a busy page that comes later than the first letters.
    if (!isOpen) typed.listen(before);
    loadAhead();
    setIsOpen(true);
  });
  useEffect(() => (isOpen ? undefined : typed.end()), [isOpen, typed]);
  return (
    <>
      <button
        type="button"
        onClick={() => {
          typed.listen();
          loadAhead();
          setIsOpen(true);
        }}
        aria-label={t('frame.search')}
        aria-keyshortcuts="/ Control+K"
        className="inline-flex h-8 w-8 flex-none items-center justify-center gap-2 rounded-1 text-muted hover:text-fg lg:me-2 lg:w-60 lg:justify-start lg:border lg:border-line lg:bg-well lg:px-2.5 lg:text-faint lg:hover:border-line-strong"
      >
        <Search aria-hidden className="size-[18px] lg:size-4" />
        <span className="hidden flex-1 truncate text-start text-13 lg:inline">{t('frame.search')}</span>
        <kbd className="hidden rounded-[3px] border border-line-strong px-1.5 font-sans text-11 lg:inline">/</kbd>
      </button>
      <Dialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title={t('frame.search')}
        closeLabel={t('common.close')}
        isTitleHidden
      >
        <Suspense fallback={<SkeletonRows rows={6} height="h-11" label={t('common.loading')} />}>
          <SearchPanel onDone={() => setIsOpen(false)} typed={typed} />
        </Suspense>
      </Dialog>
    </>
  );
}

/**
 * `/` and Ctrl-K from anywhere but a field that takes text, also before the app ran: `open` gets the keys that were pressed after it by
 * then.
 */
function useSearchKeys(open: (before: readonly string[]) => void): void {
  const latest = useRef(open);
  useEffect(() => {
    latest.current = open;
  });
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      const isTyping =
        event.target instanceof HTMLElement && event.target.matches('input, textarea, select, [contenteditable]');
      const isSlash = event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey;
      const isControlK = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      if (!isSlash && !isControlK) return;
      event.preventDefault();
      latest.current([]);
    };
    document.addEventListener('keydown', listen);
    const early = takeEarlySearch();
    if (early !== null) latest.current(early);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
