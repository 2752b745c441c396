import { useLoaderData, type LoaderFunctionArgs, type MetaFunction } from 'react-router';
import { getContracts, getOwnRates } from '../../api/fees.ts';
import { orNull } from '../../api/loading.ts';
import { getPairs } from '../../api/spot.ts';
import { FeeSchedule, type FeeRow } from '../../features/fees/fee-schedule.tsx';
import { metaOf, pageText } from '../../page-meta.ts';
import { serverContext } from '../../server-context.ts';

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { call, isLoggedIn } = context.get(serverContext);
  const [pairs, contracts, own, text] = await Promise.all([
    orNull(getPairs(call)),
    orNull(getContracts(call)),
    isLoggedIn ? orNull(getOwnRates(call)) : null,
    pageText(request, 'fees'),
  ]);
  const spot = pairs
    ?.filter(isOpen)
    .map(({ symbol, base, quote, makerFeeRate, takerFeeRate, hasFeeException }): FeeRow => {
      return { symbol, base, name: `${base}/${quote}`, makerFeeRate, takerFeeRate, isFixed: hasFeeException };
    });
  const futures = contracts?.filter(isOpen).map(({ symbol, base, makerFeeRate, takerFeeRate }): FeeRow => {
    return { symbol, base, name: symbol, makerFeeRate, takerFeeRate, isFixed: false };
  });
  return { spot: spot ?? null, futures: futures ?? null, own, text };
}

const ENDED: readonly string[] = ['DELISTED', 'SETTLED'];

function isOpen({ status }: { readonly status: string }): boolean {
  return !ENDED.includes(status);
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metaOf(loaderData?.text);

export default function HandlingFeePage() {
  const { spot, futures, own } = useLoaderData<typeof loader>();
  return <FeeSchedule spot={spot} futures={futures} own={own} />;
}
