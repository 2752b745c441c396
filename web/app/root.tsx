import interLatin from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import vazirmatnArabic from '@fontsource-variable/vazirmatn/files/vazirmatn-arabic-wght-normal.woff2?url';
import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/vazirmatn/wght.css';
import '../ui/styles.css';
import { DirectionProvider } from '@base-ui/react/direction-provider';
import { useContext, useEffect, type ReactNode } from 'react';
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  ScrollRestoration,
  useLocation,
  useMatches,
  useRouteLoaderData,
  type LoaderFunctionArgs,
  type MiddlewareFunction,
  type ShouldRevalidateFunctionArgs,
} from 'react-router';
import { getUser } from './api/account.ts';
import { ApiError } from './api/client.ts';
import type { SessionUser } from './api/types.ts';
import { Frame } from './features/frame/frame.tsx';
import { ensurePageTexts } from './i18n/browser-texts.ts';
import { INLINE_TEXTS_ID, InlineTextsContext } from './i18n/inline-texts.ts';
import { localeOfPath } from './i18n/locales.ts';
import { LateScripts } from './late-scripts.tsx';
import { NonceContext } from './nonce.ts';
import { NotFound } from './features/frame/not-found.tsx';
import { ServerError } from './features/frame/server-error.tsx';
import { usePreferences } from './preferences.ts';
import { traitsOf } from './route-handle.ts';
import { serverContext } from './server-context.ts';
import { SOMEBODY, usePerson } from './session.ts';

export async function loader({ context }: LoaderFunctionArgs) {
  const { call, theme, isLoggedIn, isShared } = context.get(serverContext);
  if (!isLoggedIn) return { theme, user: null };
  return { theme, user: isShared ? SOMEBODY : await readUser(call) };
}

/** In the browser a page is drawn when its data and its texts are there. */
export const clientMiddleware: MiddlewareFunction[] = [
  async ({ url }, next) => {
    const [answer] = await Promise.all([next(), ensurePageTexts(url.pathname)]);
    return answer;
  },
];

/** A session that ended meanwhile makes a visitor, not an error page. */
async function readUser(call: Parameters<typeof getUser>[0]): Promise<SessionUser | null> {
  try {
    const { id, email } = await getUser(call);
    return { id, email };
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

/** Who is logged in changes only by a form of ours, which asks for it. */
export function shouldRevalidate({
  formMethod,
  defaultShouldRevalidate,
  currentUrl,
  nextUrl,
}: ShouldRevalidateFunctionArgs) {
  if (formMethod && formMethod !== 'GET') return defaultShouldRevalidate;
  return currentUrl.pathname === nextUrl.pathname && defaultShouldRevalidate;
}

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useContext(NonceContext);
  const texts = useContext(InlineTextsContext);
  const data = useRouteLoaderData<typeof loader>('root');
  const { pathname } = useLocation();
  const traits = traitsOf(useMatches());
  const locale = localeOfPath(pathname);
  return (
    <html
      lang={locale.tag}
      dir={locale.direction}
      data-theme={traits.theme ?? data?.theme ?? 'dark'}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, user-scalable=no, viewport-fit=cover" />
        <link
          rel="preload"
          href={locale.direction === 'rtl' ? vazirmatnArabic : interLatin}
          as="font"
          type="font/woff2"
          crossOrigin="anonymous"
        />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <script type="application/json" id={INLINE_TEXTS_ID}>
          {texts}
        </script>
        <ScrollRestoration nonce={nonce} />
        <LateScripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function Root() {
  const { pathname } = useLocation();
  const data = useRouteLoaderData<typeof loader>('root');
  const traits = traitsOf(useMatches());
  const user = usePerson(data?.user ?? null);
  useEffect(() => void usePreferences.persist.rehydrate(), []);
  return (
    <DirectionProvider direction={localeOfPath(pathname).direction}>
      <Frame traits={traits} user={user} initialTheme={data?.theme ?? 'dark'}>
        <Outlet />
      </Frame>
    </DirectionProvider>
  );
}

export function ErrorBoundary({ error }: { error: unknown }) {
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  return <ServerError />;
}
