/**
 * A known price as the text of a price field: with all decimals of its market, as it stands in the book and in tables, so that it does not
 * look like another one. What is typed stays as it was typed.
 */
export function fieldPrice(price: string, decimals: number): string {
  const [whole = '', fraction = ''] = price.split('.');
  if (whole === '' || fraction.length >= decimals) return price;
  return `${whole}.${fraction.padEnd(decimals, '0')}`;
}
