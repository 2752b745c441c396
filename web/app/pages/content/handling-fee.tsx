import { useTranslation } from 'react-i18next';
import { useLoaderData, type LoaderFunctionArgs, type MetaFunction } from 'react-router';
import { Article, Section } from '../../features/content/article.tsx';
import { FeeTable } from '../../features/content/fee-table.tsx';
import { getPairs } from '../../api/spot.ts';
import { metaOf, pageText } from '../../search-engines/page-meta.ts';
import { serverContext } from '../../api/server-context.ts';

export async function loader(args: LoaderFunctionArgs) {
  const { call } = args.context.get(serverContext);
  const [pairs, text] = await Promise.all([getPairs(call), pageText(args, 'fees')]);
  return { pairs, text };
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metaOf(loaderData?.text);

/** The rates that the engine charges, asked of the engine's own markets. */
export default function HandlingFeePage() {
  const { t } = useTranslation();
  const { pairs } = useLoaderData<typeof loader>();
  return (
    <Article title={t('fees.title')} lead={t('fees.lead')}>
      <FeeTable pairs={pairs} />
      <Section title={t('fees.how_title')}>
        <p>{t('fees.how_maker')}</p>
        <p>{t('fees.how_received')}</p>
        <p>{t('fees.how_most')}</p>
        <p>{t('fees.how_example')}</p>
      </Section>
    </Article>
  );
}
