import type { PagePath } from '@agio/contracts/pages';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Link } from 'react-router';
import { formatCompact, formatNumber } from '../../../ui/format.ts';
import type { SystemStatus } from '../../api/types.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { useSystemStatus } from './use-system-status.ts';

/** Kills a running server again and again under load; a variable of the test says how often. */
const KILL_TEST = 'KILL_ROUNDS=100 npm test -- test/integration/faults/kill.test.ts';

type TrustRowProps = {
  /** Null when it could not be read. */
  readonly fund: { readonly balance: string; readonly asset: string } | null;
  readonly status: SystemStatus | null;
};

/** What a visitor can check without believing anybody, each with the page where it is checked, if there is one. */
export function TrustRow({ fund, status: first }: TrustRowProps) {
  const { t } = useTranslation();
  const { status, isOld } = useSystemStatus(first);
  const seq = status && !isOld ? formatNumber(String(status.seq), 0) : '–';
  const isBalanced = !isOld && status !== null && status.status !== 'STOPPED';
  return (
    <ul className="grid md:grid-cols-3">
      <Reason
        figure="100%"
        name={t('home.trust_receipts')}
        text={t('home.trust_receipts_text')}
        link={{ path: '/service/receipts', label: t('navigation.receipts') }}
      />
      <Reason
        figure={isBalanced ? '0' : '–'}
        name={t('home.trust_sums', { coins: status?.coins ?? '–' })}
        text={t('home.trust_sums_text')}
        link={{ path: '/service/receipts', label: t('home.trust_sums_link') }}
      />
      <Reason
        figure={fund ? `${formatCompact(fund.balance)} ${fund.asset}` : '–'}
        name={t('home.trust_fund')}
        text={t('home.trust_fund_text')}
        link={{ path: '/service/insurance-fund', label: t('navigation.insurance_fund') }}
      />
      <Reason figure="kill -9" name={t('home.trust_kills')} text={t('home.trust_kills_text')}>
        <code
          dir="ltr"
          translate="no"
          className="mt-2 block rounded-1 border border-line bg-surface px-2.5 py-1.5 font-code text-11 wrap-anywhere text-muted"
        >
          {KILL_TEST}
        </code>
      </Reason>
      <Reason
        figure={<StatusWord status={status} isOld={isOld} />}
        name={t('home.trust_status', { seq })}
        text={t('home.trust_status_text')}
      />
      <Reason figure="100%" name={t('home.trust_open')} text={t('home.trust_open_text')} />
    </ul>
  );
}

const TONES: Readonly<Record<SystemStatus['status'], string>> = {
  OPEN: 'text-done',
  NOT_READY: 'text-warn',
  STOPPED: 'text-urgent',
};

/** The word says it; the color only repeats that. */
function StatusWord({ status, isOld }: { readonly status: SystemStatus | null; readonly isOld: boolean }) {
  const { t } = useTranslation();
  if (status === null || isOld) return <span className="text-muted">{t('home.status_unknown')}</span>;
  return <span className={TONES[status.status]}>{t(`home.status_${status.status}`)}</span>;
}

type ReasonProps = {
  readonly figure: ReactNode;
  readonly name: string;
  readonly text: string;
  /** Where it is checked, and the name of that page. */
  readonly link?: { readonly path: PagePath; readonly label: string };
  readonly children?: ReactNode;
};

function Reason({ figure, name, text, link, children }: ReasonProps) {
  const { to } = useLocale();
  return (
    <li className="grid min-w-0 content-start border-line py-6 max-md:border-t max-md:first:border-0 md:border-s md:px-8 md:nth-[3n]:pe-0 md:nth-[3n+1]:border-s-0 md:nth-[3n+1]:ps-0 md:nth-[n+4]:border-t">
      <b className="text-28 leading-tight font-semibold tracking-[-0.02em]">
        {typeof figure === 'string' ? <bdi>{figure}</bdi> : figure}
      </b>
      <span className="mt-1 text-14 font-semibold">{name}</span>
      <span className="mt-1 text-13 text-muted">{text}</span>
      {children}
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
