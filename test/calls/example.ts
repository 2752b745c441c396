/** How a call of the table is made, and who may make it. */

/** Ids by which one person's things are named in calls. */
export interface Things {
  readonly uid: number;
  readonly email: string;
  readonly spotOrder: number;
  readonly spotClientId: string;
  /** A stop order that waits for its trigger. */
  readonly waitingOrder: number;
  /** Of a pair, as the trading API names it. */
  readonly orderList: number;
  readonly apiKeyId: number;
  readonly alertId: number;
  readonly futuresOrder: number;
  readonly futuresClientId: string;
  readonly stopOrder: number;
}

/** Ids of things that do not exist. */
export const NOBODYS: Things = {
  uid: 987_654_321,
  email: 'nobody@test.agio.example',
  spotOrder: 987_654_321,
  spotClientId: 'never-was',
  waitingOrder: 987_654_322,
  orderList: 987_654_323,
  apiKeyId: 987_654_324,
  alertId: 987_654_327,
  futuresOrder: 987_654_325,
  futuresClientId: 'never-was-either',
  stopOrder: 987_654_326,
};

/** Whom a call answers: everyone, a session, the operator's token, a named API key, a signature of an API key. */
export type Access = 'anyone' | 'session' | 'operator' | 'key' | 'signed';

export interface Example {
  readonly access: Access;
  /** The path to call, if the declared one has a part that varies. */
  readonly path?: string;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: object;
  /** The call replaces or ends the caller's session. */
  readonly endsSession?: true;
}

/** By method and path, as they were declared. */
export type Examples = Readonly<Record<string, Example>>;

type Rest = Omit<Example, 'access'>;
export const anyone = (rest: Rest = {}): Example => ({ access: 'anyone', ...rest });
export const session = (rest: Rest = {}): Example => ({ access: 'session', ...rest });
export const operator = (rest: Rest = {}): Example => ({ access: 'operator', ...rest });
export const key = (rest: Rest = {}): Example => ({ access: 'key', ...rest });
export const signed = (query: Record<string, string | number> = {}): Example => ({ access: 'signed', query });
