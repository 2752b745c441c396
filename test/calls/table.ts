/**
 * Every call of the exchange, with an example and who may make it: for tests of all calls. `strangers` names calls that the running
 * exchange answers and the table lacks, so that no new call is forgotten.
 */
import type { Endpoint } from '@agio/contracts/endpoint';
import type { TestExchange } from '../exchange.ts';
import { type Example, type Examples, type Things } from './example.ts';
import { operatorExamples } from './operator.ts';
import { siteExamples } from './site.ts';
import { tradingApiExamples } from './trading-api.ts';

/** Paths answered besides declared calls: files, pages, the descriptions of the calls, whether the process lives. */
export const BESIDE_CALLS: ReadonlySet<string> = new Set([
  ...['', '/json', '/yaml', '/static/index.html', '/static/swagger-initializer.js', '/static/*'].map(
    (path) => `GET /docs${path}`,
  ),
  ...['healthz', 'readyz', 'metrics', 'graphql', 'robots.txt', 'sitemap.xml', 'sitemap/:name', 'static/*'].map(
    (path) => `GET /${path}`,
  ),
  ...['favicon.ico', 'favicon.svg', 'icon-512.png', 'preview.png'].map((name) => `GET /${name}`),
  'POST /graphql',
  ...['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY', 'TRACE'].map((method) => `${method} /*`),
]);

export const examplesOf = (things: Things, futuresPrice = '90000'): Examples => ({
  ...siteExamples(things, futuresPrice),
  ...operatorExamples(things),
  ...tradingApiExamples(things),
});

/** Method and path of routes that the exchange serves but no table has, and of those that a table has but the exchange does not serve. */
export function strangers({ exchange }: TestExchange, examples: Examples): string[] {
  const served = exchange.served.map(({ method, path }) => `${method} ${path}`);
  const known = [...Object.keys(examples), ...BESIDE_CALLS];
  return [
    ...served.filter((name) => !known.includes(name)).map((name) => `without an example: ${name}`),
    ...known.filter((name) => !served.includes(name)).map((name) => `answered by nothing: ${name}`),
  ];
}

export interface NamedCall {
  /** Method and path as declared. */
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly example: Example;
}

/** The declared calls of the running exchange, with their examples. */
export function namedCalls({ exchange }: TestExchange, examples: Examples): NamedCall[] {
  return Object.values(exchange.modules)
    .flatMap(({ routes }) => routes)
    .map(({ endpoint }) => {
      const name = `${endpoint.method} ${endpoint.path}`;
      return { name, endpoint, example: examples[name]! };
    });
}

/** The address of an example, with its query. */
export function addressOf({ endpoint, example }: NamedCall): string {
  const query = new URLSearchParams(Object.entries(example.query ?? {}).map(([name, value]) => [name, String(value)]));
  return (example.path ?? endpoint.path) + (query.size > 0 ? `?${query}` : '');
}
