/** PostgreSQL, the embedded one or that of DATABASE_URL, cannot be used: one sentence for the operator. */
export class PostgresFailed extends Error {
  override readonly name = 'PostgresFailed';
}
