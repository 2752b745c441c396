/** The face of the HTTP server: routes from contracts, the site's pages, health and metrics. */
export { buildHttp, type HttpOptions, type HttpServer } from './build-http.ts';
export type { Authority, SignedRequest } from './authority.ts';
