/** The face of the HTTP server: routes from contracts, the site's pages, health and metrics. */
export { buildHttp, type HttpOptions, type HttpServer } from './build-http.ts';
export type { Authority } from './authority.ts';
export { sessionCookie } from './session-cookie.ts';
export type { Pages } from './pages.ts';
