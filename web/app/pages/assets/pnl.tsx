import { useLoaderData, type LoaderFunctionArgs, type MetaFunction } from 'react-router';
import { orNull } from '../../api/loading.ts';
import { request } from '../../api/request.ts';
import { serverContext } from '../../api/server-context.ts';
import { daysOfMonth, dayText, readMonth, shiftDay } from '../../features/assets/pnl/pnl-days.ts';
import { Pnl } from '../../features/assets/pnl/pnl.tsx';
import { metaOf, pageText } from '../../search-engines/page-meta.ts';

/** Days of the curve. */
const YEAR = 365;

export async function loader(args: LoaderFunctionArgs) {
  const { call } = args.context.get(serverContext);
  const today = dayText(Date.now());
  const month = readMonth(args.url.searchParams.get('month'), today);
  const yearAgo = shiftDay(today, 1 - YEAR);
  const { from, to } = daysOfMonth(month);
  const days = async (query: { from: string; to: string }) =>
    (await orNull(request(call, 'GET /web/account/pnl/days', { query })))?.days ?? null;
  // Most months lie within the year of the curve.
  const isWithin = from >= yearAgo;
  const [ofYear, older, text] = await Promise.all([
    days({ from: yearAgo, to: today }),
    isWithin ? null : days({ from, to }),
    pageText(args, 'pnl'),
  ]);
  const ofMonth = isWithin ? (ofYear?.filter(({ day }) => day >= from && day <= to) ?? null) : older;
  return { month, today, ofYear, ofMonth, text };
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metaOf(loaderData?.text);

export default function PnlPage() {
  const { month, today, ofYear, ofMonth } = useLoaderData<typeof loader>();
  return (
    <div className="pb-8">
      <Pnl month={month} today={today} ofYear={ofYear} ofMonth={ofMonth} />
    </div>
  );
}
