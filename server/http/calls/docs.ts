/** The pages about the calls (/docs) and their description for programs (/docs/json, /docs/yaml). */
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { type PackedPiece, packNow } from '../../system/packed-bytes.ts';
import { sendKept } from './kept-answer.ts';
import type { HttpOptions } from '../options.ts';
import { DOCS_WEIGHT } from '../guard/rate-limit.ts';
import { limitBy } from '../guard/request-count.ts';

interface Description {
  readonly type: string;
  readonly make: (app: FastifyInstance) => string;
}
/** Long texts that stay the same until the next release: made when first asked for, and kept as bytes. */
const DESCRIPTIONS: Readonly<Record<string, Description>> = {
  '/docs/json': { type: 'application/json; charset=utf-8', make: (app) => JSON.stringify(app.swagger()) },
  '/docs/yaml': { type: 'application/x-yaml; charset=utf-8', make: (app) => app.swagger({ yaml: true }) },
};

/** To be called before the routes are registered: it describes those that come after it. */
export async function registerDocs(app: FastifyInstance, options: HttpOptions): Promise<void> {
  await app.register(swagger, {
    openapi: {
      info: {
        title: 'Agio',
        description: 'The calls of the site and the public trading API.',
        version: options.release,
      },
    },
    transform: jsonSchemaTransform,
  });
  await app.register(async (scope) => {
    const kept = new Map<string, { readonly pieces: readonly PackedPiece[]; readonly etag: string }>();
    scope.addHook('onRequest', limitBy(options, DOCS_WEIGHT));
    scope.addHook('onRequest', async (request, reply) => {
      const url = request.routeOptions.url ?? '';
      const description = DESCRIPTIONS[url];
      if (description === undefined) return;
      const known = kept.get(url) ?? keep(description.make(app));
      kept.set(url, known);
      return sendKept(request, reply, known, description.type);
    });
    await scope.register(swaggerUi, {
      routePrefix: '/docs',
      theme: { title: 'Agio: all calls' },
      // Without its top bar, whose logo brings a style that the policy of this page refuses.
      uiConfig: { layout: 'BaseLayout' },
    });
  });
}

function keep(text: string): { readonly pieces: readonly PackedPiece[]; readonly etag: string } {
  return { pieces: [packNow(text)], etag: createHash('sha256').update(text).digest('base64url').slice(0, 22) };
}
