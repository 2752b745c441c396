import { useTranslation } from '../../i18n/use-translation.tsx';
import { Link, useLoaderData, useRevalidator, type LoaderFunctionArgs, type MetaFunction } from 'react-router';
import { ErrorState } from '../../../ui/states.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { orNull } from '../../api/loading.ts';
import { request } from '../../api/request.ts';
import { serverContext } from '../../api/server-context.ts';
import { CodeSamples } from '../../code-samples/code-samples.tsx';
import { Article, Columns, Section } from '../../features/content/article.tsx';
import { CallList } from '../../features/developers/call-list.tsx';
import { useLocale } from '../../i18n/use-locale.ts';
import { ExternalLink } from '../../navigation/external-link.tsx';
import { metaOf, pageText } from '../../search-engines/page-meta.ts';

export async function loader(args: LoaderFunctionArgs) {
  const { call } = args.context.get(serverContext);
  const [api, text] = await Promise.all([
    orNull(request(call, 'GET /web/api/v1/common/trading-api')),
    pageText(args, 'developers'),
  ]);
  return { api, text };
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metaOf(loaderData?.text);

/** For who writes programs: how to begin, and every call that this server answers them. */
export default function DevelopersPage() {
  const { t } = useTranslation();
  const { to } = useLocale();
  const { api, text } = useLoaderData<typeof loader>();
  const { revalidate } = useRevalidator();
  const link = 'text-13 font-medium text-accent hover:underline';
  return (
    <Article title={t('navigation.developers')} lead={t('developers.lead')}>
      <Columns
        aside={
          <>
            <Section title={t('developers.key_title')}>
              <p>{t('developers.key')}</p>
              <Link to={to('/account/api')} className={link}>
                {t('common.make_key')}
              </Link>
            </Section>
            <Section title={t('developers.signing_title')}>
              <p>{t('developers.signing', { header: 'X-MBX-APIKEY' })}</p>
              <p>{t('developers.unknown', { id: 'newClientOrderId' })}</p>
            </Section>
            {api ? (
              <Section title={t('developers.limits_title')}>
                <p>
                  {t('developers.limits', {
                    weight: formatNumber(String(api.weightPerMinute), 0),
                    header: 'X-MBX-USED-WEIGHT-1M',
                  })}
                </p>
              </Section>
            ) : null}
          </>
        }
      >
        <p className="mt-6 text-13 text-muted">
          {t('developers.address')}{' '}
          <bdi translate="no" className="font-code text-fg">
            {text.origin}
          </bdi>
        </p>
        <CodeSamples
          label={t('developers.samples')}
          origin={text.origin}
          kinds={['ccxt', 'rest', 'signed', 'socket']}
        />
      </Columns>
      {api ? (
        <>
          <h2 className="mt-8 text-20">{t('developers.calls_title')}</h2>
          <CallList calls={api.calls} />
        </>
      ) : (
        <ErrorState
          text={t('common.load_failed')}
          retryLabel={t('common.retry')}
          onRetry={() => void revalidate()}
          className="py-12"
        />
      )}
      <p className="mt-6 flex flex-wrap gap-x-6 gap-y-2">
        <ExternalLink href="/docs" className={link}>
          {t('developers.every_field')}
        </ExternalLink>
        <ExternalLink href="/docs/json" className={link}>
          <bdi translate="no">OpenAPI</bdi>
        </ExternalLink>
      </p>
    </Article>
  );
}
