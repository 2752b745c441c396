import type { Viewer } from '@agio/contracts/navigation-rules';
import type { PagePath } from '@agio/contracts/pages';
import { useRouteLoaderData } from 'react-router';
import type { SessionUser } from './api/types.ts';

/** What every page knows of its visitor, as the server told. */
export interface RootData {
  readonly user: SessionUser | null;
  readonly theme: 'dark' | 'light';
  readonly viewer: Viewer;
  readonly product: string;
  readonly offlinePages: readonly PagePath[];
  readonly answeringPath: string | null;
}

/** Undefined on the page of last resort only. */
export function useRootData(): RootData | undefined {
  return useRouteLoaderData('root') as RootData | undefined;
}

/** Who is logged in; null for a visitor. */
export function useSessionUser(): SessionUser | null {
  return useRootData()?.user ?? null;
}

const UNKNOWN_VIEWER: Viewer = { isLoggedIn: false, isCrawler: false, isWebView: false, isMobile: false };

export function useViewer(): Viewer {
  return useRootData()?.viewer ?? UNKNOWN_VIEWER;
}

/** The theme that the server rendered. */
export function useInitialTheme(): 'dark' | 'light' {
  return useRootData()?.theme ?? 'dark';
}
