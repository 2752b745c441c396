/** Answers that are kept as bytes: sent plain or compressed, or only as 304 to a client that has them already. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { gzipOf, type PackedPiece, plainOf, takesGzip } from '../../system/packed-bytes.ts';

/** Browsers and proxies may keep the answer, but ask by its ETag before each use. */
const CACHE_CONTROL = 'public, no-cache';

/**
 * Sends the pieces under their ETag, with gzip where the client takes it; 304 without a body to a client that names that
 * ETag. Only for answers that are the same for everyone, because proxies on the way may keep them.
 */
export function sendKept(
  request: FastifyRequest,
  reply: FastifyReply,
  kept: { readonly pieces: readonly PackedPiece[]; readonly etag: string },
  contentType: string,
): FastifyReply {
  const isPacked = takesGzip(String(request.headers['accept-encoding'] ?? ''));
  // An ETag names bytes, so the compressed answer has another one than the plain one.
  const etag = `"${kept.etag}${isPacked ? '-gzip' : ''}"`;
  void reply.headers({ etag, 'cache-control': CACHE_CONTROL, vary: 'Accept-Encoding' });
  if (namesTag(String(request.headers['if-none-match'] ?? ''), etag)) return reply.code(304).send();
  if (isPacked) void reply.header('content-encoding', 'gzip');
  return reply.type(contentType).send(isPacked ? gzipOf(kept.pieces) : plainOf(kept.pieces));
}

const namesTag = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch.split(',').some((part) => part.trim().replace(/^W\//, '') === etag);
