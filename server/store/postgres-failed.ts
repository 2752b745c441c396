/** The embedded PostgreSQL cannot be used: one sentence for the operator. */
export class PostgresFailed extends Error {
  override readonly name = 'PostgresFailed';
}
