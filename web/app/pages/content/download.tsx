import { useTranslation } from 'react-i18next';
import type { LoaderFunctionArgs, MetaFunction } from 'react-router';
import { Article, Section } from '../../features/content/article.tsx';
import { metaOf, pageText } from '../../search-engines/page-meta.ts';

const SECTIONS = ['ios', 'android', 'computer', 'warning'] as const;

export const loader = async (args: LoaderFunctionArgs) => ({ text: await pageText(args, 'download') });

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metaOf(loaderData?.text);

/** There is no app of its own to load: the page says how to use the site like one, and warns of others' apps. */
export default function DownloadPage() {
  const { t } = useTranslation();
  return (
    <Article title={t('download.title')} lead={t('download.lead')}>
      {SECTIONS.map((name) => (
        <Section key={name} title={t(`download.${name}_title`)}>
          <p>{t(`download.${name}`)}</p>
        </Section>
      ))}
    </Article>
  );
}
