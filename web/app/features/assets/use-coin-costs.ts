import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { quietCall } from '../../api/client.ts';
import { request } from '../../api/request.ts';
import type { CoinCost } from './gain.ts';

/** Many fills in a moment are one question. */
const QUIET_MS = 800;

/** By coin; null until they are known. `balances` is what the stream told last: when it changes, costs have changed too. */
export function useCoinCosts(
  first: readonly CoinCost[] | null,
  balances: unknown,
): ReadonlyMap<string, CoinCost> | null {
  const { data, refetch } = useQuery({
    queryKey: ['coin-costs'],
    queryFn: async () => (await request(quietCall, 'GET /web/account/coin-costs')).items,
    ...(first ? { initialData: first } : {}),
  });
  useEffect(() => {
    const timer = setTimeout(() => void refetch(), QUIET_MS);
    return () => clearTimeout(timer);
  }, [balances, refetch]);
  return data ? new Map(data.map((cost) => [cost.asset, cost])) : null;
}
