import { useTranslation } from '../../i18n/use-translation.tsx';
import type { LoaderFunctionArgs, MetaFunction } from 'react-router';
import { Reading, Section } from '../../features/content/article.tsx';
import { metaOf, pageText } from '../../search-engines/page-meta.ts';

const SECTIONS = ['account', 'trading', 'risk', 'funds', 'demo', 'software'] as const;

export const loader = async (args: LoaderFunctionArgs) => ({ text: await pageText(args, 'agreement') });

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metaOf(loaderData?.text);

export default function AgreementPage() {
  const { t } = useTranslation();
  return (
    <Reading
      title={t('agreement.title')}
      lead={t('agreement.lead')}
      contents={SECTIONS.map((name) => ({ id: name, title: t(`agreement.${name}_title`) }))}
    >
      {SECTIONS.map((name) => (
        <Section key={name} id={name} title={t(`agreement.${name}_title`)}>
          <p>{t(`agreement.${name}`)}</p>
        </Section>
      ))}
    </Reading>
  );
}
