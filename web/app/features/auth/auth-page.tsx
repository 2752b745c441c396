import { safeReturnTarget } from '@agio/contracts/return-target';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Link, type LoaderFunctionArgs } from 'react-router';
import { localeOfPath, localizePath } from '../../addresses/locales.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { goBackAfterLogIn } from '../../navigation/log-in-return.ts';
import { serverContext } from '../../api/server-context.ts';
import { pageText } from '../../search-engines/page-meta.ts';
import type { Call } from '../../api/request.ts';
import { logIn, register, type Credentials } from '../../api/calls/account.ts';
import { quietCall } from '../../api/client.ts';
import { AuthLayout, type AuthLayoutProps } from './auth-layout.tsx';
import { CredentialsForm } from './credentials-form.tsx';
import { shownAddress } from './shown-address.ts';

/** The two ways in: with an account, and without one yet. They differ in the call, the words, and where the other link leads. */
export type AuthKind = 'login' | 'register';

const SEND: Readonly<Record<AuthKind, (call: Call, credentials: Credentials) => Promise<unknown>>> = {
  login: logIn,
  register,
};
const OTHER: Readonly<Record<AuthKind, AuthKind>> = { login: 'register', register: 'login' };

/** The loader of both pages. */
export async function loadAuthPage(args: LoaderFunctionArgs, kind: AuthKind) {
  const { context, url } = args;
  const { site, origin } = context.get(serverContext);
  const home = localizePath('/', localeOfPath(url.pathname).key);
  return {
    target: safeReturnTarget(url.searchParams.getAll('redirect'), site, home),
    email: url.searchParams.get('email') ?? '',
    search: url.search,
    address: shownAddress(url, origin),
    text: await pageText(args, kind),
  };
}

type AuthPageProps = Pick<AuthLayoutProps, 'wordmark' | 'mark'> & {
  readonly kind: AuthKind;
  readonly data: Awaited<ReturnType<typeof loadAuthPage>>;
  /** Language and theme. */
  readonly settings: ReactNode;
  /** Stands below the form. */
  readonly children?: ReactNode;
};

export function AuthPage({ kind, data, settings, children, ...marks }: AuthPageProps) {
  const { t } = useTranslation();
  const { to } = useLocale();
  const { target, email, search, address } = data;
  const top = (
    <>
      {t(`auth.${kind}_other`)}
      <Link to={to(`/${OTHER[kind]}`) + search} className="font-medium text-accent hover:underline">
        {t(`auth.${kind}_other_link`)}
      </Link>
      <span aria-hidden className="mx-1 h-5 w-px bg-line" />
      {settings}
    </>
  );
  return (
    <AuthLayout address={address} top={top} {...marks}>
      <h1 className="mb-5 text-28">{t(`auth.${kind}_title`)}</h1>
      <CredentialsForm
        kind={kind}
        email={email}
        submit={(credentials) => SEND[kind](quietCall, credentials)}
        onDone={() => goBackAfterLogIn(target)}
      />
      {children}
    </AuthLayout>
  );
}
