/** What the random commands to the house have to reach over CI's runs: every kind, accepted, and every refusal of theirs. */
import { PRODUCT_LAYOUTS } from '../../codec/product-commands.ts';

const CODES = [
  'UNKNOWN_ASSET',
  'ALREADY_EXISTS',
  'BAD_FIELDS',
  'UNKNOWN_ID',
  'ALREADY_ENDED',
  'AMOUNT_TOO_LARGE',
  'BONUS_MODE',
  'OWN_FUNDS',
  'POOL_SHORT',
  'INSUFFICIENT_BALANCE',
  'ACCOUNT_STATE',
  'LIMIT_REACHED',
  'TOO_SOON',
  'NO_PRICE',
  'NOT_DUST',
  'QUOTE_CHANGED',
];

export const PRODUCTS_EXPECTED: readonly string[] = [
  ...Object.keys(PRODUCT_LAYOUTS).map((kind) => `${kind} ok`),
  ...CODES,
];
