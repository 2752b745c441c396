/** How a call of the Binance dialect is declared: every parameter is an optional text, read by its handler. */
import { z } from 'zod';
import { endpoint, type ApiKeyScope, type Endpoint, type Permission } from '../endpoint.ts';

export const anyone: Permission = { kind: 'public' };
export const keyed: Permission = { kind: 'key' };
export const signed = (scope: ApiKeyScope): Permission => ({ kind: 'signed', scope });

/** Optional texts by these names. */
export function texts<const Name extends string>(
  ...names: Name[]
): z.ZodObject<Record<Name, z.ZodOptional<z.ZodString>>> {
  const fields = Object.fromEntries(names.map((name) => [name, z.string().optional()]));
  return z.object(fields as Record<Name, z.ZodOptional<z.ZodString>>);
}

export function call<Query extends z.ZodType, Data extends z.ZodType>(
  method: Endpoint['method'],
  path: string,
  summary: string,
  permission: Permission,
  weight: number,
  query: Query,
  data: Data,
  /** Weight in addition, which depends on the parameters. */
  moreWeight: (query: z.output<Query>) => number = () => 0,
): Endpoint<Query, z.ZodObject<Record<never, never>>, Data> {
  return endpoint({
    method,
    path,
    summary,
    permission,
    dialect: 'binance',
    query,
    data,
    weight,
    moreWeight: (_body, parameters) => moreWeight(parameters),
  });
}
