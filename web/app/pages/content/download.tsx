import { Laptop, Smartphone, TabletSmartphone, TriangleAlert } from 'lucide-react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import type { LoaderFunctionArgs, MetaFunction } from 'react-router';
import { Article } from '../../features/content/article.tsx';
import { metaOf, pageText } from '../../search-engines/page-meta.ts';

const DEVICES = [
  ['ios', TabletSmartphone],
  ['android', Smartphone],
  ['computer', Laptop],
] as const;

export const loader = async (args: LoaderFunctionArgs) => ({ text: await pageText(args, 'download') });

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metaOf(loaderData?.text);

/** There is no app of its own to load: the page says how to use the site like one, and warns of others' apps. */
export default function DownloadPage() {
  const { t } = useTranslation();
  return (
    <Article title={t('download.title')} lead={t('download.lead')}>
      <div className="mt-6 grid gap-3 md:grid-cols-3">
        {DEVICES.map(([name, Icon]) => (
          <section key={name} className="rounded-2 border border-line bg-surface p-5">
            <Icon aria-hidden strokeWidth={1.5} className="size-7 text-accent" />
            <h2 className="mt-4 text-16">{t(`download.${name}_title`)}</h2>
            <p className="mt-1 text-14 text-muted">{t(`download.${name}`)}</p>
          </section>
        ))}
      </div>
      <section className="mt-3 flex gap-4 rounded-2 border border-warn bg-warn-tint p-5">
        <TriangleAlert aria-hidden strokeWidth={1.5} className="size-7 flex-none text-warn" />
        <div>
          <h2 className="text-16">{t('download.warning_title')}</h2>
          <p className="mt-1 text-14 text-muted">{t('download.warning')}</p>
        </div>
      </section>
    </Article>
  );
}
