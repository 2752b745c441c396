/** What the public trading API offers, read off the calls themselves: the page for developers cannot name one that is not served. */
import { implement, type Endpoint, type Route } from '@agio/contracts/endpoint';
import * as contract from '@agio/contracts/http/content';
import { z } from 'zod';
import { WEIGHT_PER_MINUTE } from '../../limits/request-weight.ts';

type Call = ReturnType<typeof describe>;

/** As a newcomer needs them: trading before the wallet, and of each what anybody may call before what needs a key. */
const AREAS = ['/api/', '/sapi/'];
const KINDS: readonly Call['permission'][] = ['public', 'key', 'signed'];
function placeOf({ path, permission }: Call): number {
  const area = AREAS.findIndex((prefix) => path.startsWith(prefix));
  return (area === -1 ? AREAS.length : area) * KINDS.length + KINDS.indexOf(permission);
}

/** `routesOfAll` is asked when the first caller comes: by then every module has handed over its routes. */
export function tradingApiRoutes(routesOfAll: () => readonly Route[]): Route[] {
  let calls: Call[] | undefined;
  return [
    implement(contract.tradingApi, async () => {
      calls ??= routesOfAll()
        .filter(({ endpoint }) => endpoint.dialect === 'binance')
        .map(({ endpoint }) => describe(endpoint))
        .toSorted((a, b) => placeOf(a) - placeOf(b));
      return { weightPerMinute: WEIGHT_PER_MINUTE, calls };
    }),
  ];
}

function describe({ method, path, summary, permission, weight, query }: Endpoint) {
  if (permission.kind !== 'public' && permission.kind !== 'key' && permission.kind !== 'signed')
    throw new Error(`${method} ${path}: no program can call what asks for ${permission.kind}`);
  const scope = permission.kind === 'signed' ? permission.scope : null;
  const parameters = Object.keys(z.toJSONSchema(query, { io: 'input' }).properties ?? {});
  return { method, path, summary, permission: permission.kind, scope, weight, parameters };
}
