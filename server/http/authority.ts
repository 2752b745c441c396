/** Who a request is from: what the HTTP layer asks of whoever keeps sessions and keys. */
import type { ApiKeyScope } from '@agio/contracts/endpoint';

export interface Authority {
  /** The live session of a token, or null. */
  session(token: string): Promise<{ uid: number; sessionId: string } | null>;
  /** Throws a DialectError (-2014, -2015) for a key that is missing, malformed, unknown or disabled. */
  apiKey(apiKey: string): Promise<{ uid: number; keyId: number }>;
  /** Query and body as they came. Throws a DialectError (-1021, -1022, -1102, -2014, -2015). */
  signed(apiKey: string, parts: { rawQuery: string; rawBody: string }, scope: ApiKeyScope): Promise<{ uid: number; keyId: number }>;
}
