import type { Viewer } from '@agio/contracts/navigation-rules';
import { useEffect, useState } from 'react';
import { useRouteLoaderData } from 'react-router';
import { getUser } from '../api/calls/account.ts';
import { quietCall } from '../api/client.ts';
import type { SessionUser } from '../api/types.ts';
import type { RootData } from './root-data.ts';

/** Undefined on the page of last resort only. */
export function useRootData(): RootData | undefined {
  return useRouteLoaderData('root') as RootData | undefined;
}

/** On a shared page: logged in, the server does not say who. */
export const SOMEBODY: SessionUser = { id: 0, email: '' };

/** Who is logged in; where the page is a shared one, asked by the browser. */
export function usePerson(told: SessionUser | null): SessionUser | null {
  const [person, setPerson] = useState<SessionUser | null>(null);
  const isUnknown = told?.id === SOMEBODY.id;
  useEffect(() => {
    // When the call fails the menu shows no name; the next page or action reports what is wrong.
    if (isUnknown)
      void getUser(quietCall).then(
        ({ id, email }) => setPerson({ id, email }),
        () => null,
      );
  }, [isUnknown]);
  return isUnknown ? (person ?? told) : told;
}

/** Who is logged in, as the server told; null for a visitor. */
export function useSessionUser(): SessionUser | null {
  return useRootData()?.user ?? null;
}

const UNKNOWN_VIEWER: Viewer = { isLoggedIn: false, isCrawler: false, isWebView: false, isMobile: false };

export function useViewer(): Viewer {
  return useRootData()?.viewer ?? UNKNOWN_VIEWER;
}
