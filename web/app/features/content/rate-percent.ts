/** A rate as a percentage without losing a digit: 0.001 is 0.1%, -0.00005 is -0.005%. */
export function ratePercent(rate: string): string {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(rate) ?? [];
  const digits = fraction.padEnd(2, '0');
  const percent = `${whole}${digits.slice(0, 2)}`.replace(/^0+(?=\d)/, '');
  const rest = digits.slice(2).replace(/0+$/, '');
  return `${sign}${percent}${rest && `.${rest}`}%`;
}
