/** /404 and every path that no other route takes. */
import type { ClientLoaderFunctionArgs, LoaderFunctionArgs } from 'react-router';
import { missingInBrowser, missingOnServer } from '../../rendering/page-not-found.ts';

export async function loader({ context }: LoaderFunctionArgs) {
  throw await missingOnServer(context);
}

export async function clientLoader({ url }: ClientLoaderFunctionArgs) {
  throw await missingInBrowser(url.pathname);
}

/** Never reached: a route without a component would answer with data. */
export default function NotFoundPage() {
  return null;
}
