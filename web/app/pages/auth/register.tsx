import { safeReturnTarget } from '@agio/contracts/return-target';
import { useTranslation } from 'react-i18next';
import { Link, useLoaderData, type LoaderFunctionArgs, type MetaFunction } from 'react-router';
import { register } from '../../api/account.ts';
import { quietCall } from '../../api/client.ts';
import { AuthLayout } from '../../features/auth/auth-layout.tsx';
import { CredentialsForm } from '../../features/auth/credentials-form.tsx';
import { shownAddress } from '../../features/auth/shown-address.ts';
import { DemoMark } from '../../features/frame/demo-mark.tsx';
import { LanguageMenu } from '../../features/frame/language-menu.tsx';
import { ThemeButton } from '../../features/frame/theme-button.tsx';
import { Wordmark } from '../../features/frame/wordmark.tsx';
import { localeOfPath, localizePath } from '../../i18n/locales.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { metaOf, pageText } from '../../search-engines/page-meta.ts';
import { goBackAfterLogIn } from '../../navigation/log-in-return.ts';
import { serverContext } from '../../rendering/server-context.ts';

export async function loader(args: LoaderFunctionArgs) {
  const { context, url } = args;
  const { site, origin } = context.get(serverContext);
  const home = localizePath('/', localeOfPath(url.pathname).key);
  return {
    target: safeReturnTarget(url.searchParams.getAll('redirect'), site, home),
    email: url.searchParams.get('email') ?? '',
    search: url.search,
    address: shownAddress(url, origin),
    text: await pageText(args, 'register'),
  };
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metaOf(loaderData?.text);

export default function RegisterPage() {
  const { t } = useTranslation();
  const { to } = useLocale();
  const { target, email, search, address } = useLoaderData<typeof loader>();
  const other = (
    <>
      {t('auth.register_other')}
      <Link to={to('/login') + search} className="font-medium text-accent hover:underline">
        {t('auth.register_other_link')}
      </Link>
      <span aria-hidden className="mx-1 h-5 w-px bg-line" />
      <LanguageMenu />
      <ThemeButton className="max-md:hidden" />
    </>
  );
  return (
    <AuthLayout address={address} wordmark={<Wordmark className="h-[30px] w-[60px]" />} mark={<DemoMark />} top={other}>
      <h1 className="mb-5 text-28">{t('auth.register_title')}</h1>
      <CredentialsForm
        kind="register"
        email={email}
        submit={(credentials) => register(quietCall, credentials)}
        onDone={() => goBackAfterLogIn(target)}
      />
      <p className="mt-4 text-13">
        <Link to={to('/cms/agreement')} className="font-medium text-accent hover:underline">
          {t('navigation.agreement')}
        </Link>
      </p>
    </AuthLayout>
  );
}
