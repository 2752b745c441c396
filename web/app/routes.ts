/**
 * The routes: every built page once, under a language that may stand before it (docs/decisions/040). Route ids are the
 * pages' paths. Addresses are case-sensitive, as the navigation rules are.
 */
import type { RouteConfig, RouteConfigEntry } from '@react-router/dev/routes';
import { index, route } from '@react-router/dev/routes';
import { PAGE_FILES } from './navigation/page-files.ts';

function pageRoute([path, file]: [path: string, file: string]): RouteConfigEntry {
  if (path === '/') return index(file, { id: path });
  return route(path.slice(1), file, { id: path, caseSensitive: true });
}

const routes: RouteConfig = [
  route(':locale?', 'pages/language.tsx', { id: 'language' }, [
    ...Object.entries(PAGE_FILES).map(pageRoute),
    route('*', 'pages/error/not-found.tsx', { id: '/*' }),
  ]),
];

export default routes;
