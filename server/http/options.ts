/** The parts that the HTTP server is built from. */
import type { Route } from '@agio/contracts/endpoint';
import type { PagePath } from '@agio/contracts/pages';
import type { WebApp } from '@agio/contracts/server-context';
import type { FastifyBaseLogger } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Authority } from './identity/authority.ts';
import type { ConnectionFigures } from './guard/guarded-server.ts';
import type { Operator } from './identity/operator-token.ts';
import type { Limiter } from './guard/rate-limit.ts';
import type { RequestCount } from './guard/request-count.ts';
import type { KeptCookie } from './identity/session-cookie.ts';
import type { Renderer } from './pages/renderer.ts';

export interface Pages {
  /** The built client: its `static` folder is served under /static, its own files at the root. */
  readonly directory: string;
  /** What the built web app says of its pages. */
  readonly web: WebApp<unknown>;
  readonly renderer: Renderer;
}

export interface HttpOptions {
  readonly routes: readonly Route[];
  readonly authority: Authority;
  /** The schema of POST /graphql and GET /graphql, the limits of a query, and what it weighs. */
  readonly graphql: { readonly schema: GraphQLSchema; readonly limits: Plugin; weight(): number };
  readonly logger: FastifyBaseLogger;
  readonly origins: readonly string[];
  /** Origins beside our own that pages may load from: what a script of the support chat needs. */
  readonly chatOrigins: readonly string[];
  /** Proxies that are believed when they say whom a request comes from. */
  readonly trustedProxies: readonly string[];
  readonly sessionCookie: KeptCookie;
  /** The cookie by which a browser is recognized at its next log-in. */
  readonly deviceCookie: KeptCookie;
  /** Counts each request against the limit of its sender. */
  readonly count: RequestCount;
  /** Whether connections are limited by address; those of everybody together always are. */
  readonly hasRateLimits: boolean;
  /** Figures of open, refused and cut connections; both listeners count here. */
  readonly connections: ConnectionFigures;
  /** Tests check every answer against its contract. */
  readonly checksAnswers: boolean;
  readonly pages: Pages | null;
  /** Names the plan page and the native app. */
  readonly product: string;
  /** Whether this is a demo exchange: every page says so. */
  readonly isDemo: boolean;
  /** Codes of the currencies that people may count in. */
  readonly currencies: readonly string[];
  /** Pages that are switched off. */
  readonly offlinePages: readonly PagePath[];
  /** Whether pages that say the same to everyone are rendered once for many. */
  readonly hasPageCache: boolean;
  /** Counts guesses at operators' tokens by address, apart from what visitors take. */
  readonly guesses: Limiter;
  /** Counts questions whether the server lives and is ready, by address, apart from what visitors take. */
  readonly probes: Limiter;
  readonly isReady: () => boolean;
  readonly metrics: () => Promise<string>;
  readonly operators: readonly Operator[];
  readonly release: string;
}
