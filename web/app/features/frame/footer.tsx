import { memo, type ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Link, useLocation } from 'react-router';
import { ExternalLink } from '../../navigation/external-link.tsx';
import { barePath, LOCALES } from '../../addresses/locales.ts';
import { useLanguagePath } from '../../visitor/use-language-path.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { WhenSeen } from '../../start/when-seen.tsx';
import { INFORMATION_MENU } from './menus.ts';
import { Wordmark } from './wordmark.tsx';

const FOOTER_LINK = 'block py-1.5 text-13 wrap-anywhere hyphens-auto text-muted hover:text-fg md:py-1';

/** Without properties and memoized: a re-render of the page does not reach it before it is seen. */
export const Footer = memo(function Footer() {
  return (
    <WhenSeen className="when-near mt-auto">
      <FooterContent />
    </WhenSeen>
  );
});

function FooterContent() {
  const { t } = useTranslation();
  const { to, locale } = useLocale();
  const pathIn = useLanguagePath();
  const here = barePath(useLocation().pathname);
  return (
    <footer className="border-t border-line">
      <div className="page-wrap grid grid-cols-2 gap-6 py-6 md:grid-cols-[minmax(200px,1.7fr)_1fr_1fr_1fr]">
        <div className="col-span-2 md:col-span-1">
          <Link to={to('/')} aria-label={t('frame.home')} className="inline-block">
            <Wordmark />
          </Link>
          <p className="mt-4 max-w-[270px] text-12 text-muted">{t('frame.risk')}</p>
        </div>
        <FooterColumn title={t('frame.footer_trade')}>
          <FooterLink to={to('/market')} label={t('frame.markets')} />
          <FooterLink to={to('/spot-trade')} label={t('frame.spot')} />
          <FooterLink to={to('/contract-trade')} label={t('navigation.futures')} />
        </FooterColumn>
        <FooterColumn title={t('frame.footer_account')}>
          <FooterLink to={to('/assets')} label={t('frame.assets')} />
          <FooterLink to={to('/account/api')} label={t('frame.api_keys')} />
          <ExternalLink href="/docs" className={FOOTER_LINK}>
            {t('navigation.api_docs')}
          </ExternalLink>
        </FooterColumn>
        <FooterColumn title={t('navigation.information')} className="max-md:col-span-full">
          <div className="max-md:grid max-md:grid-cols-2 max-md:gap-x-6">
            {INFORMATION_MENU.map(({ path, label }) => (
              <FooterLink key={path} to={to(path)} label={t(label)} />
            ))}
          </div>
        </FooterColumn>
        <nav aria-label={t('frame.footer_language')} className="col-span-full border-t border-line pt-4">
          <ul className="flex flex-wrap gap-x-4">
            {LOCALES.map((choice) => (
              <li key={choice.key} translate="no">
                <a
                  href={pathIn(here, choice.key)}
                  hrefLang={choice.tag}
                  lang={choice.tag}
                  aria-current={choice.key === locale.key ? 'true' : undefined}
                  data-language={choice.key}
                  className="block py-1.5 text-12 text-muted hover:text-fg aria-[current]:text-accent"
                >
                  {choice.name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  );
}

function FooterColumn({ title, className, children }: { title: string; className?: string; children: ReactNode }) {
  return (
    <div className={className}>
      <h2 className="mb-2 text-12 font-medium tracking-normal text-faint">{title}</h2>
      {children}
    </div>
  );
}

function FooterLink({ to, label }: { to: string; label: string }) {
  return (
    <Link to={to} className={FOOTER_LINK}>
      {label}
    </Link>
  );
}
