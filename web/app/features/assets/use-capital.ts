import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Capital } from '@agio/contracts/http/futures-shapes';
import { quietCall } from '../../api/client.ts';
import { request } from '../../api/request.ts';
import { futuresPrivateSocket } from '../../live/sockets.ts';
import { hasPositions } from './futures-wallet.ts';

const KEY = ['futures-capital'];
/** The stream tells what orders, trades and transfers change; what the mark price changes is asked for. */
const MARK_EVERY_MS = 3_000;

export interface CapitalState {
  /** Null until it is known. */
  readonly capital: Capital | null;
  readonly isFailed: boolean;
  readonly refetch: () => void;
}

/** The futures wallet, live. `first` is what the server knew when it drew the page. */
export function useCapital(first: Capital | null): CapitalState {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: KEY,
    queryFn: async () => (await request(quietCall, 'GET /futures/account/capital')).capital,
    refetchInterval: ({ state }) => (state.data && hasPositions(state.data) ? MARK_EVERY_MS : false),
    ...(first ? { initialData: first } : {}),
  });
  useEffect(
    () => futuresPrivateSocket().subscribe('balance', {}, ({ capital }) => client.setQueryData<Capital>(KEY, capital)),
    [client],
  );
  return {
    capital: query.data ?? null,
    isFailed: query.isError && !query.data,
    refetch: () => void query.refetch(),
  };
}
