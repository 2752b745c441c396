import type { PagePath } from '@agio/contracts/pages';
import { ArrowRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatCompact } from '../../../ui/format.ts';
import { useLocale } from '../../i18n/use-locale.ts';

type TrustRowProps = {
  /** Null when it could not be read. */
  readonly fund: { readonly balance: string; readonly asset: string } | null;
};

/** What a visitor can check without believing anybody, each with the page where it is checked, if there is one. */
export function TrustRow({ fund }: TrustRowProps) {
  const { t } = useTranslation();
  return (
    <ul className="grid md:grid-cols-3">
      <Reason
        figure="100%"
        name={t('home.trust_receipts')}
        text={t('home.trust_receipts_text')}
        link={{ path: '/service/receipts', label: t('navigation.receipts') }}
      />
      <Reason
        figure={fund ? `${formatCompact(fund.balance)} ${fund.asset}` : '–'}
        name={t('home.trust_fund')}
        text={t('home.trust_fund_text')}
        link={{ path: '/service/insurance-fund', label: t('navigation.insurance_fund') }}
      />
      <Reason figure="100%" name={t('home.trust_open')} text={t('home.trust_open_text')} />
    </ul>
  );
}

type ReasonProps = {
  readonly figure: string;
  readonly name: string;
  readonly text: string;
  /** Where it is checked, and the name of that page. */
  readonly link?: { readonly path: PagePath; readonly label: string };
};

function Reason({ figure, name, text, link }: ReasonProps) {
  const { to } = useLocale();
  return (
    <li className="grid content-start border-line py-6 max-md:border-t max-md:first:border-0 md:border-s md:px-8 md:first:border-0 md:first:ps-0 md:last:pe-0">
      <b className="text-28 leading-tight font-semibold tracking-[-0.02em]">
        <bdi>{figure}</bdi>
      </b>
      <span className="mt-1 text-14 font-semibold">{name}</span>
      <span className="mt-1 text-13 text-muted">{text}</span>
      {link ? (
        <Link
          to={to(link.path)}
          className="mt-2 inline-flex items-center gap-1 justify-self-start text-13 font-medium text-accent hover:underline"
        >
          {link.label}
          <ArrowRight aria-hidden className="flip size-3.5" />
        </Link>
      ) : null}
    </li>
  );
}
