/** The language before a page's path: checks that it is one, and shows what is missing inside the frame. */
import {
  Outlet,
  type ClientLoaderFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  type ShouldRevalidateFunctionArgs,
} from 'react-router';
import { NotFound } from '../features/frame/not-found.tsx';
import { findPrefix } from '../addresses/locales.ts';
import { metaOf } from '../search-engines/page-meta.ts';
import { missingInBrowser, missingOnServer, missingPageOf } from '../rendering/page-not-found.ts';

export async function loader({ params, context }: LoaderFunctionArgs) {
  if (!isLanguage(params.locale)) throw await missingOnServer(context);
  return null;
}

export async function clientLoader({ params, url }: ClientLoaderFunctionArgs) {
  if (!isLanguage(params.locale)) throw await missingInBrowser(url.pathname);
  return null;
}

/** Only where another word stands at the place of the language: it may be none, and its page be missing. */
export function shouldRevalidate({ currentParams, nextParams }: ShouldRevalidateFunctionArgs): boolean {
  return currentParams.locale !== nextParams.locale;
}

function isLanguage(key: string | undefined): boolean {
  return key === undefined || findPrefix(key) !== undefined;
}

export const meta: MetaFunction = ({ error }) => {
  return metaOf(missingPageOf(error)?.text);
};

export default function Language() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: { error: unknown }) {
  const missing = missingPageOf(error);
  // Any other error goes to the error page of the root.
  if (!missing) throw error;
  return <NotFound path={missing.path} foundBy={missing.foundBy} />;
}
