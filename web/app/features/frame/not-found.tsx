import { useEffect, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Link, useLocation } from 'react-router';
import { buttonClass } from '../../../ui/button.tsx';
import { barePath } from '../../addresses/locales.ts';
import { useForgottenTerminal } from '../../choices/last-terminal.ts';
import { useLocale } from '../../i18n/use-locale.ts';

/** Stands for the path while the sentence is translated, which is then split there. */
const PATH = '\u0000';

type NotFoundProps = {
  readonly path?: string | undefined;
  readonly foundBy?: 'server' | 'browser' | undefined;
};

export function NotFound({ path, foundBy = 'server' }: NotFoundProps) {
  const { t } = useTranslation();
  const { to } = useLocale();
  const { pathname } = useLocation();
  const missing = path ?? pathname;
  useForgottenTerminal(barePath(missing));
  const words = t(foundBy === 'server' ? 'errors.page_not_found' : 'navigation.page_not_found', { path: PATH });
  const [before, after] = words.split(PATH);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="page-wrap flex flex-1 flex-col items-start justify-center gap-4 py-16">
      <p className="text-40 font-semibold text-accent">
        <bdi>404</bdi>
      </p>
      <h1 ref={heading} tabIndex={-1} className="text-28 outline-none">
        {before}
        {/* In one piece on a line of its own before it is broken; from left to right, also inside Persian words. */}
        <bdi className="inline-block max-w-full wrap-anywhere whitespace-normal normal-nums [[dir=rtl]_&]:text-right">
          {missing}
        </bdi>
        {after}
      </h1>
      <p className="text-muted">{t('errors.page_not_found_hint')}</p>
      <div className="flex flex-wrap gap-2">
        <Link to={to('/')} className={buttonClass('primary')}>
          {t('errors.to_home')}
        </Link>
        <Link to={to('/market')} className={buttonClass('line')}>
          {t('frame.markets')}
        </Link>
      </div>
    </div>
  );
}
