import { useTranslation } from '../../i18n/use-translation.tsx';
import { useLoaderData, type LoaderFunctionArgs, type MetaFunction } from 'react-router';
import { Article, Columns, Section } from '../../features/content/article.tsx';
import { FuturesFeeTable, SpotFeeTable } from '../../features/content/fee-table.tsx';
import { getContracts } from '../../api/calls/futures.ts';
import { getPairs } from '../../api/calls/spot.ts';
import { metaOf, pageText } from '../../search-engines/page-meta.ts';
import { serverContext } from '../../api/server-context.ts';

export async function loader(args: LoaderFunctionArgs) {
  const { call } = args.context.get(serverContext);
  const [pairs, contracts, text] = await Promise.all([getPairs(call), getContracts(call), pageText(args, 'fees')]);
  return { pairs, contracts, text };
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metaOf(loaderData?.text);

/** The rates that the engine charges, asked of the engine's own markets and contracts. */
export default function HandlingFeePage() {
  const { t } = useTranslation();
  const { pairs, contracts } = useLoaderData<typeof loader>();
  return (
    <Article title={t('fees.title')} lead={t('fees.lead')}>
      <Columns
        aside={
          <Section title={t('fees.how_title')}>
            <p>{t('fees.how_maker')}</p>
            <p>{t('fees.how_received')}</p>
            <p>{t('fees.how_most')}</p>
            <p>{t('fees.how_example')}</p>
          </Section>
        }
      >
        <SpotFeeTable pairs={pairs} />
        {contracts.length > 0 ? <FuturesFeeTable contracts={contracts} /> : null}
      </Columns>
    </Article>
  );
}
