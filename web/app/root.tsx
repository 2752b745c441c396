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
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  useRouteLoaderData,
  type LoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
} from 'react-router';
import { getUser } from './api/account.ts';
import { ApiError } from './api/client.ts';
import type { SessionUser } from './api/types.ts';
import { themeToShow, useDisplay } from './display.ts';
import { ChatSlot } from './features/chat/chat-slot.tsx';
import { Frame } from './features/frame/frame.tsx';
import { localeOfPath } from './i18n/locales.ts';
import { NonceContext } from './nonce.ts';
import { NotFound } from './features/frame/not-found.tsx';
import { ServerError } from './features/frame/server-error.tsx';
import { usePreferences } from './preferences.ts';
import { traitsOf } from './route-handle.ts';
import { serverContext } from './server-context.ts';

export async function loader({ context }: LoaderFunctionArgs) {
  const { call, display, isLoggedIn } = context.get(serverContext);
  return { display, user: isLoggedIn ? await readUser(call) : null };
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
  const display = useDisplay();
  const { pathname } = useLocation();
  const traits = traitsOf(useMatches());
  const locale = localeOfPath(pathname);
  return (
    <html
      lang={locale.tag}
      dir={locale.direction}
      data-theme={themeToShow(traits.theme, display.theme)}
      data-price-colors={display.priceColors}
      data-text-size={display.textSize}
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
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function Root() {
  const { pathname } = useLocation();
  const data = useRouteLoaderData<typeof loader>('root');
  const traits = traitsOf(useMatches());
  useEffect(() => void usePreferences.persist.rehydrate(), []);
  return (
    <DirectionProvider direction={localeOfPath(pathname).direction}>
      <Frame traits={traits} user={data?.user ?? null}>
        <Outlet />
      </Frame>
      <ChatSlot user={data?.user ?? null} isAboveTabBar={traits.hasTabBar && traits.layout !== 'bare'} />
    </DirectionProvider>
  );
}

export function ErrorBoundary({ error }: { error: unknown }) {
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  return <ServerError />;
}
