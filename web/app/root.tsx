import interLatin from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import vazirmatnArabic from '@fontsource-variable/vazirmatn/files/vazirmatn-arabic-wght-normal.woff2?url';
import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/vazirmatn/wght.css';
import '../ui/styles.css';
import { needsLogIn } from '@agio/contracts/navigation-rules';
import { segmentsOf } from '@agio/contracts/page-path';
import { DirectionProvider } from '@base-ui/react/direction-provider';
import { useContext, useEffect, useLayoutEffect, type ReactNode } from 'react';
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  ScrollRestoration,
  useLocation,
  useRouteLoaderData,
  type LoaderFunctionArgs,
  type MiddlewareFunction,
  type ShouldRevalidateFunctionArgs,
} from 'react-router';
import { getUser } from './api/calls/account.ts';
import { ApiError } from './api/request.ts';
import type { SessionUser } from './api/types.ts';
import { BrowserWarning } from './start/browser-warning.tsx';
import { rememberSite } from './addresses/browser-site.ts';
import { reportError } from './track/client-errors.ts';
import { themeToShow, useDisplay } from './choices/display.ts';
import { ChatSlot } from './features/chat/chat-slot.tsx';
import { Frame } from './features/frame/frame.tsx';
import { LogInCard } from './features/frame/log-in-card.tsx';
import { Hosts } from './hosts/hosts.tsx';
import { ensurePageTexts } from './i18n/browser-texts.ts';
import { INLINE_TEXTS_ID, InlineTextsContext } from './i18n/inline-texts.ts';
import { localeOfPath } from './addresses/locales.ts';
import { useSupportedLanguages } from './i18n/use-supported-languages.ts';
import { LateScripts } from './start/late-scripts.tsx';
import { steerDataRequest, steerNavigation } from './navigation/navigation-middleware.ts';
import { NonceContext } from './rendering/nonce.ts';
import { NotFound } from './features/frame/not-found.tsx';
import { ServerError, TooManyRequests } from './features/frame/server-error.tsx';
import { isBuilt } from './navigation/page-files.ts';
import { missingPageOf } from './rendering/page-not-found.ts';
import { usePage } from './navigation/page-traits.ts';
import { useStoredPreferences } from './choices/preferences.ts';
import type { RootData } from './visitor/root-data.ts';
import { serverContext } from './api/server-context.ts';
import { SOMEBODY, usePerson } from './visitor/session.ts';
import { useAccountFavorites } from './visitor/use-account-favorites.ts';
import { trackPage } from './track/page-tracking.ts';
import { useMessageCenter } from './live-views/use-message-center.ts';
import { stopWaiting } from './start/when-seen.tsx';

/** In the browser a page is drawn when its data and its texts are there. */
const bringTexts: MiddlewareFunction = async ({ url }, next) => {
  stopWaiting();
  const [answer] = await Promise.all([next(), ensurePageTexts(url.pathname)]);
  return answer;
};

/** The navigation rules, on the way to a page's data and before the browser follows a link. */
export const middleware = [steerDataRequest];
export const clientMiddleware: MiddlewareFunction[] = [steerNavigation, bringTexts];

export async function loader({ context }: LoaderFunctionArgs): Promise<RootData> {
  const { call, display, isDemo, isLoggedIn, isShared, viewer, site, answeringPath } = context.get(serverContext);
  const user = !isLoggedIn ? null : isShared ? SOMEBODY : await readUser(call);
  return { display, user, viewer, product: site.product, isDemo, offlinePages: site.offlinePages, answeringPath };
}

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
  const display = useDisplay();
  const { pathname } = useLocation();
  const { traits } = usePage();
  const locale = localeOfPath(pathname);
  return (
    <html
      lang={locale.tag}
      dir={locale.direction}
      data-theme={themeToShow(traits.theme, display.theme)}
      data-price-colors={display.priceColors}
      data-text-size={display.textSize}
      data-answering-path={data?.answeringPath ?? undefined}
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
        <BrowserWarning />
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

export default function Root({ loaderData }: { loaderData: RootData }) {
  const { pathname } = useLocation();
  const { path, traits } = usePage();
  const { viewer } = loaderData;
  const user = usePerson(loaderData.user);
  const isKnown = user?.id !== SOMEBODY.id;
  const uid = user === null || !isKnown ? null : user.id;
  const locale = localeOfPath(pathname);
  useStoredPreferences(traits.layout);
  useLayoutEffect(() => rememberSite(loaderData), [loaderData]);
  useSupportedLanguages(locale.key, user !== null, viewer.isCrawler);
  const isClosed = user === null && path !== undefined && isBuilt(path) && needsLogIn(segmentsOf(path));
  useEffect(() => trackPage(pathname), [pathname]);
  useMessageCenter(user !== null);
  useAccountFavorites(user !== null, path);
  return (
    <DirectionProvider direction={locale.direction}>
      <Frame traits={traits} user={user} isWebView={viewer.isWebView}>
        {isClosed ? <LogInCard /> : <Outlet />}
      </Frame>
      <Hosts uid={uid} opensPrizes={traits.opensPrizes} />
      {isKnown ? (
        <ChatSlot user={user} isAboveTabBar={traits.hasTabBar && traits.layout !== 'bare' && !viewer.isWebView} />
      ) : null}
    </DirectionProvider>
  );
}

export function ErrorBoundary({ error }: { error: unknown }) {
  const missing = missingPageOf(error);
  const isRefused = isRouteErrorResponse(error) && error.status === 429;
  useEffect(() => {
    if (!missing && !isRefused) reportError(error);
  }, [error, missing, isRefused]);
  if (isRefused) return <TooManyRequests />;
  if (missing) return <NotFound path={missing.path} foundBy={missing.foundBy ?? 'browser'} />;
  return <ServerError />;
}
