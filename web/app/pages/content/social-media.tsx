import { useTranslation } from '../../i18n/use-translation.tsx';
import { useLoaderData, type LoaderFunctionArgs, type MetaFunction } from 'react-router';
import { getPublicInfo } from '../../api/calls/account.ts';
import { Reading, Section } from '../../features/content/article.tsx';
import { ChannelCheck } from '../../features/content/channel-check.tsx';
import { metaOf, pageText } from '../../search-engines/page-meta.ts';
import { serverContext } from '../../api/server-context.ts';

export async function loader(args: LoaderFunctionArgs) {
  const { call } = args.context.get(serverContext);
  const [info, text] = await Promise.all([getPublicInfo(call), pageText(args, 'social')]);
  return { channels: info.urls, text };
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metaOf(loaderData?.text);

export default function SocialMediaPage() {
  const { t } = useTranslation();
  const { channels } = useLoaderData<typeof loader>();
  const named = Object.entries(channels);
  return (
    <Reading title={t('social.title')} lead={t('social.lead')}>
      {named.length === 0 ? <p className="mt-6 text-14">{t('social.none')}</p> : null}
      <ul className="mt-4 grid gap-2">
        {named.map(([name, url]) => (
          <li key={name}>
            <a href={url} rel="noreferrer" className="text-accent hover:underline">
              {name}
            </a>
          </li>
        ))}
      </ul>
      <Section title={t('social.verify_title')}>
        <ChannelCheck channels={channels} />
        <p>{t('social.never')}</p>
      </Section>
    </Reading>
  );
}
