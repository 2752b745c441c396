/** The header of what is done once, however often it is sent; none for an empty key. */
export const once = (idempotencyKey: string): Readonly<Record<string, string>> =>
  idempotencyKey === '' ? {} : { 'Idempotency-Key': idempotencyKey };
