import { useTranslation } from '../../i18n/use-translation.tsx';
import { Link, useLoaderData, type LoaderFunctionArgs, type MetaFunction } from 'react-router';
import { loadAuthPage } from '../../features/auth/auth-page.tsx';
import { useLocale } from '../../i18n/use-locale.ts';
import { metaOf } from '../../search-engines/page-meta.ts';
import { AuthPageInFrame } from './auth-page-in-frame.tsx';

export const loader = (args: LoaderFunctionArgs) => loadAuthPage(args, 'register');

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metaOf(loaderData?.text);

export default function RegisterPage() {
  const { t } = useTranslation();
  const { to } = useLocale();
  return (
    <AuthPageInFrame kind="register" data={useLoaderData<typeof loader>()}>
      <p className="mt-4 text-13">
        <Link to={to('/cms/agreement')} className="font-medium text-accent hover:underline">
          {t('navigation.agreement')}
        </Link>
      </p>
    </AuthPageInFrame>
  );
}
