import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { quietCall } from '../../api/client.ts';
import { getDeposits, type Deposits } from '../../api/calls/deposits.ts';

/** While something is on its way its blocks are counted on the page. */
const WHILE_CONFIRMING_MS = 1_000;
/** What was just sent is in a block, and seen there, within this time. */
const EXPECTED_MS = 15_000;
/** Coins may arrive without anything done on this page. */
const OTHERWISE_MS = 5_000;

export interface DepositsState {
  /** Undefined until they are known. */
  readonly found: Deposits | undefined;
  readonly isFailed: boolean;
  readonly page: number;
  readonly turnTo: (page: number) => void;
  readonly refetch: () => void;
  /** Something was sent and is looked out for. */
  readonly expect: () => void;
}

export function useDeposits(first: Deposits | null): DepositsState {
  const [page, turnTo] = useState(1);
  const [expectedUntilMs, setExpectedUntilMs] = useState(0);
  const query = useQuery({
    queryKey: ['deposits', page],
    queryFn: () => getDeposits(quietCall, page),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => {
      const isUnderWay = state.data?.items.some((deposit) => deposit.state === 'CONFIRMING') ?? false;
      return isUnderWay || Date.now() < expectedUntilMs ? WHILE_CONFIRMING_MS : OTHERWISE_MS;
    },
    ...(first && page === 1 ? { initialData: first } : {}),
  });
  return {
    found: query.data,
    isFailed: query.isError && !query.data,
    page,
    turnTo,
    refetch: () => void query.refetch(),
    expect: () => setExpectedUntilMs(Date.now() + EXPECTED_MS),
  };
}
