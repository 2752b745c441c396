/** Answers that are kept as bytes: sent as they are or compressed, and not at all to who has them already. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { gzipOf, type PackedPiece, plainOf, takesGzip } from '../packed-bytes.ts';

/** Whoever keeps it asks each time whether it is still the same. */
const CACHE_CONTROL = 'public, no-cache';

/**
 * Sends the pieces under their ETag, with gzip where it is taken; 304 without a body to who names that ETag. For answers
 * that are the same for everyone: what follows from who asks would be kept by caches between.
 */
export function sendKept(
  request: FastifyRequest,
  reply: FastifyReply,
  kept: { readonly pieces: readonly PackedPiece[]; readonly etag: string },
  contentType: string,
): FastifyReply {
  const isPacked = takesGzip(String(request.headers['accept-encoding'] ?? ''));
  // The same texts in other bytes are another representation.
  const etag = `"${kept.etag}${isPacked ? '-gzip' : ''}"`;
  void reply.headers({ etag, 'cache-control': CACHE_CONTROL, vary: 'Accept-Encoding' });
  if (namesTag(String(request.headers['if-none-match'] ?? ''), etag)) return reply.code(304).send();
  if (isPacked) void reply.header('content-encoding', 'gzip');
  return reply.type(contentType).send(isPacked ? gzipOf(kept.pieces) : plainOf(kept.pieces));
}

const namesTag = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch.split(',').some((part) => part.trim().replace(/^W\//, '') === etag);
