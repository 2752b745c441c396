import { data, useLoaderData, type LoaderFunctionArgs, type MetaFunction } from 'react-router';
import { NotFound } from '../../features/frame/not-found.tsx';
import { metaOf, pageText } from '../../page-meta.ts';

export async function loader(args: LoaderFunctionArgs) {
  const { request } = args;
  const { pathname } = new URL(request.url);
  const path = decodeURI(pathname);
  const text = await pageText(args, 'errors', { path });
  return data({ path, text: { ...text, robots: 'noindex' } }, { status: 404 });
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metaOf(loaderData?.text);

export default function NotFoundPage() {
  const { path } = useLoaderData<typeof loader>();
  return <NotFound path={path} />;
}
