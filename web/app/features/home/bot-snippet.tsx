import { useTranslation } from '../../i18n/use-translation.tsx';
import { Link } from 'react-router';
import { CodeSamples } from '../../code-samples/code-samples.tsx';
import { useLocale } from '../../i18n/use-locale.ts';

/** Code that runs as it stands against this very server: the address is the one of the page. */
export function BotSnippet({ origin }: { origin: string }) {
  const { t } = useTranslation();
  const { to } = useLocale();
  return (
    <section aria-labelledby="bots-title" className="min-w-0">
      <h2 id="bots-title" className="text-20">
        {t('home.bots_title')}
      </h2>
      <p className="mt-2 max-w-[560px] text-13 text-muted">{t('home.bots')}</p>
      <CodeSamples label={t('home.bots_title')} origin={origin} kinds={['ccxt', 'rest', 'socket']} />
      <p className="mt-3 flex flex-wrap gap-x-6 gap-y-2 text-13 font-medium text-accent">
        <Link to={to('/account/api')} className="hover:underline">
          {t('common.make_key')}
        </Link>
        <Link to={to('/service/api')} className="hover:underline">
          {t('navigation.developers')}
        </Link>
      </p>
    </section>
  );
}
