/** /404 and every path that no other route takes. */
import type { ClientLoaderFunctionArgs, LoaderFunctionArgs } from 'react-router';
import { pageNotFound } from '../../page-not-found.ts';
import { serverContext } from '../../server-context.ts';

export async function loader({ context }: LoaderFunctionArgs) {
  throw await pageNotFound(context.get(serverContext).path, 'server');
}

export async function clientLoader({ url }: ClientLoaderFunctionArgs) {
  throw await pageNotFound(url.pathname, 'browser');
}

/** Never reached: a route without a component would answer with data. */
export default function NotFoundPage() {
  return null;
}
