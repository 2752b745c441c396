import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';

const RETRY_COUNT = 1;
const FRESH_MS = 5_000;

let shared: QueryClient | undefined;

/** One cache for the browser's page; on the server one per rendering, since requests share no data. */
function queryClient(): QueryClient {
  const make = () =>
    new QueryClient({
      defaultOptions: { queries: { retry: RETRY_COUNT, staleTime: FRESH_MS, refetchOnWindowFocus: false } },
    });
  if (typeof window === 'undefined') return make();
  shared ??= make();
  return shared;
}

/** Around what asks the API from the browser; pages that only show what the server gave them go without. */
export function QueryProvider({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient()}>{children}</QueryClientProvider>;
}
