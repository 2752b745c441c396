import { useRef, type FocusEvent, type KeyboardEvent } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { useRouteLoaderData } from 'react-router';
import type { RootData } from '../../visitor/root-data.ts';

/** Stands beside the wordmark of an exchange whose coins are worth nothing, and says so; it needs no script. */
export function DemoMark() {
  const { t } = useTranslation();
  const isDemo = useRouteLoaderData<RootData>('root')?.isDemo ?? false;
  const details = useRef<HTMLDetailsElement>(null);
  if (!isDemo) return null;
  const close = () => details.current?.removeAttribute('open');
  const onBlur = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close();
  };
  return (
    <details ref={details} onBlur={onBlur} onKeyDown={onKeyDown} className="relative flex-none">
      <summary
        title={t('frame.demo_hint')}
        className="relative block cursor-pointer rounded-[3px] border border-current px-1 text-11 leading-[1.3] font-semibold whitespace-nowrap text-warn after:absolute after:-inset-x-2 after:-inset-y-1 [&::-webkit-details-marker]:hidden"
      >
        {t('frame.demo')}
      </summary>
      <p className="enter z-10 rounded-2 border border-line-strong bg-overlay p-3 text-13 text-fg shadow-overlay mt-3 max-md:fixed max-md:inset-x-4 md:absolute md:start-0 md:top-full md:w-72">
        {t('frame.demo_hint')}
      </p>
    </details>
  );
}
