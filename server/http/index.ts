/** The face of the HTTP server: routes from contracts, the site's pages, health and metrics. */
export { closeHttp } from './guard/close-http.ts';
export { type ConnectionFigures, listenAlso, noConnections } from './guard/guarded-server.ts';
export { buildHttp, type HttpServer, type ServedRoute } from './build-http.ts';
export { buildOperatorHttp } from './build-operator-http.ts';
export { createLimiter, createLimiters, type Limiter, type Limiters } from './guard/rate-limit.ts';
export { countByPerson } from './guard/request-count.ts';
export { securityHeaders } from './guard/security-headers.ts';
export { deviceCookie, sessionCookie } from './identity/session-cookie.ts';
export type { HttpOptions, Pages } from './options.ts';
export { rendererProcess } from './pages/renderer-link.ts';
export type { RendererFigures } from './pages/renderer.ts';
export { createRenderers } from './pages/renderers.ts';
