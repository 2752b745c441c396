/** What is typed into a ticket, counted exactly. */
import { decimal, formatUnits } from '../../../ui/decimal.ts';
import { isPlainNumber } from '../../../ui/typed-number.ts';

/** Everything is counted in 10^-8: the assets' ledger unit and the prices' one. */
export const SCALE = 8;
export const UNIT = 10n ** BigInt(SCALE);
/** Units of a typed number or one from the server; a typed text that is not a number counts as 0, and is a fault of its field. */
export const units = (text: string): bigint => (isPlainNumber(text) ? decimal(text === '' ? '0' : text, SCALE) : 0n);
export const text = (value: bigint): string => formatUnits(value, SCALE);
/** A typed number as calls take it: without leading or trailing zeros. */
export const plain = (value: string): string => text(units(value));
export const isSet = (value: string): boolean => isPlainNumber(value) && /[1-9]/.test(value);
