import { useRouteLoaderData } from 'react-router';
import type { SessionUser } from './api/types.ts';

/** Who is logged in, as the server told; null for a visitor. */
export function useSessionUser(): SessionUser | null {
  return useRootData()?.user ?? null;
}

/** The theme that the server rendered. */
export function useInitialTheme(): 'dark' | 'light' {
  return useRootData()?.theme ?? 'dark';
}

function useRootData(): { readonly user: SessionUser | null; readonly theme: 'dark' | 'light' } | undefined {
  return useRouteLoaderData('root') as ReturnType<typeof useRootData>;
}
