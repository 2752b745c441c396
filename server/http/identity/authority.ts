/** Identifies the sender of a request: the interface of the HTTP layer to sessions and API keys. */
import type { ApiKeyScope } from '@agio/contracts/endpoint';

export interface SignedRequest {
  readonly apiKey: string;
  /** Raw query and raw body as sent, joined with nothing between, without the signature parameter. */
  readonly payload: string;
  readonly signature: string;
  readonly timestamp: string;
  /** Empty when it was not sent. */
  readonly recvWindow: string;
  readonly scope: ApiKeyScope;
  readonly ip: string;
}

export interface Authority {
  /** The uid of a session that is in memory; 0 if the token is unknown, or only the database could tell. */
  knownUid(token: string): number;
  /** The live session of a token, or null. */
  session(token: string): Promise<{ uid: number; sessionId: string } | null>;
  /** Throws a DialectError (-2014, -2015) for a key that is missing, malformed, unknown or disabled. */
  apiKey(apiKey: string, ip: string): Promise<{ uid: number; keyId: number }>;
  /** Throws a DialectError (-1021, -1022, -1102, -2014, -2015). */
  signed(request: SignedRequest): Promise<{ uid: number; keyId: number }>;
}
