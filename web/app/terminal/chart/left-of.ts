import { text, units } from '../ticket/typed-units.ts';

/** What of an order still waits: all of it but what has filled. Pure. */
export function leftOf({ quantity, filledQuantity }: Record<'quantity' | 'filledQuantity', string>): string {
  return text(units(quantity) - units(filledQuantity));
}
