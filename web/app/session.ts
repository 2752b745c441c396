import { useRouteLoaderData } from 'react-router';
import type { SessionUser } from './api/types.ts';

/** Who is logged in, as the server told; null for a visitor. */
export function useSessionUser(): SessionUser | null {
  const data = useRouteLoaderData('root') as { readonly user: SessionUser | null } | undefined;
  return data?.user ?? null;
}
