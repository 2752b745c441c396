import { useTranslation } from '../../i18n/use-translation.tsx';
import { Link, useLoaderData, type LoaderFunctionArgs, type MetaFunction } from 'react-router';
import { getContracts } from '../../api/calls/futures.ts';
import { QueryProvider } from '../../api/query.tsx';
import { serverContext } from '../../api/server-context.ts';
import { getPairs } from '../../api/calls/spot.ts';
import { Article, Columns, Section } from '../../features/content/article.tsx';
import { VipContact } from '../../features/content/vip-contact-form.tsx';
import { VipRates } from '../../features/content/vip-rates.tsx';
import { useLocale } from '../../i18n/use-locale.ts';
import { metaOf, pageText } from '../../search-engines/page-meta.ts';

export async function loader(args: LoaderFunctionArgs) {
  const { call } = args.context.get(serverContext);
  const [pairs, contracts, text] = await Promise.all([getPairs(call), getContracts(call), pageText(args, 'vip')]);
  const ratesOf = ({
    makerFeeRate,
    takerFeeRate,
  }: {
    readonly makerFeeRate: string;
    readonly takerFeeRate: string;
  }) => ({
    makerFeeRate,
    takerFeeRate,
  });
  return { spot: pairs.map(ratesOf), futures: contracts.map(ratesOf), text };
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metaOf(loaderData?.text);

/** What who trades a lot can ask for, what everybody pays, and the form that asks (growth 1). */
export default function VipServicePage() {
  const { t } = useTranslation();
  const { to } = useLocale();
  const { spot, futures } = useLoaderData<typeof loader>();
  return (
    <QueryProvider>
      <Article title={t('vip.title')} lead={t('vip.lead')}>
        <Columns
          aside={
            <section className="mt-6 rounded-2 border border-line bg-surface p-5">
              <h2 className="text-16">{t('vip.form_title')}</h2>
              <VipContact />
            </section>
          }
        >
          <Section title={t('vip.perks_title')}>
            <ul className="grid list-disc gap-2 ps-5">
              <li>{t('vip.perk_rates')}</li>
              <li>{t('vip.perk_person')}</li>
              <li>
                {t('vip.perk_api')}{' '}
                <Link to={to('/service/api')} className="text-accent underline">
                  {t('navigation.developers')}
                </Link>
              </li>
            </ul>
            <p className="mt-3 text-muted">{t('vip.same_queue')}</p>
          </Section>
          <section className="mt-6">
            <h2 className="text-16">{t('vip.rates_title')}</h2>
            <VipRates spot={spot} futures={futures} />
            <p className="mt-2 text-12 text-muted">{t('vip.rates_note')}</p>
          </section>
        </Columns>
      </Article>
    </QueryProvider>
  );
}
