import { data, useLoaderData, type LoaderFunctionArgs, type MetaFunction } from 'react-router';
import { NotFound } from '../../features/frame/not-found.tsx';
import { metaOf, pageText } from '../../page-meta.ts';

export async function loader({ request }: LoaderFunctionArgs) {
  const { pathname } = new URL(request.url);
  const path = decodeURI(pathname);
  return data({ path, text: await pageText(request, 'errors', { path }) }, { status: 404 });
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => [
  ...metaOf(loaderData?.text),
  { name: 'robots', content: 'noindex' },
];

export default function NotFoundPage() {
  const { path } = useLoaderData<typeof loader>();
  return <NotFound path={path} />;
}
