/** What a missing page throws: status, words and title in its language. */
import { data, isRouteErrorResponse } from 'react-router';
import { textOfPage, type PageText } from './page-meta.ts';

export interface MissingPage {
  readonly path: string;
  /** The words differ: `server` answered with status 404, `browser` found no route for a link. */
  readonly foundBy: 'server' | 'browser';
  readonly text: PageText;
}

export async function pageNotFound(pathname: string, foundBy: MissingPage['foundBy']) {
  const path = decodePath(pathname);
  const missing: MissingPage = { path, foundBy, text: await textOfPage(pathname, 'errors', { path }) };
  return data(missing, { status: 404 });
}

/** The missing page that an error stands for; null when the error is something else. */
export function missingPageOf(error: unknown): Partial<MissingPage> | null {
  if (!isRouteErrorResponse(error) || error.status !== 404) return null;
  return (error.data ?? {}) as Partial<MissingPage>;
}

function decodePath(pathname: string): string {
  try {
    return decodeURI(pathname);
  } catch {
    return pathname;
  }
}
