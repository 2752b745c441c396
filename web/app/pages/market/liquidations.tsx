import { useTranslation } from '../../i18n/use-translation.tsx';
import { useLoaderData, type LoaderFunctionArgs, type MetaFunction } from 'react-router';
import { getLiquidations, getListedContracts } from '../../api/calls/futures-markets.ts';
import { orNull } from '../../api/loading.ts';
import { serverContext } from '../../api/server-context.ts';
import { Article, Columns, Section } from '../../features/content/article.tsx';
import { LiquidationList } from '../../features/market/liquidation-list.tsx';
import { metaOf, pageText } from '../../search-engines/page-meta.ts';

export async function loader(args: LoaderFunctionArgs) {
  const { call } = args.context.get(serverContext);
  const [contracts, liquidations, text] = await Promise.all([
    getListedContracts(call),
    orNull(getLiquidations(call, {})),
    pageText(args, 'liquidations'),
  ]);
  return { contracts, liquidations, text };
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metaOf(loaderData?.text);

export default function LiquidationsPage() {
  const { t } = useTranslation();
  const { contracts, liquidations } = useLoaderData<typeof loader>();
  return (
    <Article title={t('navigation.liquidations')} lead={t('perpetuals.liquidations.lead')}>
      <Columns
        aside={
          <Section title={t('perpetuals.how_it_works')}>
            <p>{t('perpetuals.liquidations_market')}</p>
            <p>{t('perpetuals.liquidations_taken_over')}</p>
          </Section>
        }
      >
        <LiquidationList contracts={contracts} first={liquidations} />
      </Columns>
    </Article>
  );
}
