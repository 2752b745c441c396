/** What a person may be made to wait for, on a simulated mid phone (docs/ARCHITECTURE.md); every figure has its limit. */
export interface Budget {
  readonly name: string;
  readonly limit: number;
  readonly unit: string;
  /** Whether a larger figure is the better one. */
  readonly isFloor?: boolean;
}

export interface Measured extends Budget {
  readonly value: number;
}

export const BUDGETS = {
  performance: { name: 'Lighthouse performance', limit: 95, unit: '', isFloor: true },
  accessibility: { name: 'Lighthouse accessibility', limit: 100, unit: '', isFloor: true },
  'best-practices': { name: 'Lighthouse best practices', limit: 100, unit: '', isFloor: true },
  seo: { name: 'Lighthouse SEO', limit: 100, unit: '', isFloor: true },
  largestPaint: { name: 'Largest Contentful Paint', limit: 2_000, unit: 'ms' },
  layoutShift: { name: 'Cumulative Layout Shift', limit: 0.02, unit: '' },
  script: { name: 'JavaScript, brotli', limit: 150, unit: 'kB' },
} as const satisfies Record<string, Budget>;

export const holds = ({ value, limit, isFloor }: Measured): boolean => (isFloor ? value >= limit : value <= limit);

export function line(page: string, measured: Measured): string {
  const { name, value, limit, unit, isFloor } = measured;
  const ratio = isFloor ? limit / value : value / limit;
  const shown = value < 1 ? value.toFixed(3) : String(Math.round(value));
  return `${page.padEnd(10)} ${name.padEnd(28)} ${`${shown} ${unit}`.padStart(10)} ${`${isFloor ? '≥' : '≤'} ${limit} ${unit}`.padStart(12)} ${ratio.toFixed(2).padStart(6)}  ${holds(measured) ? 'ok' : 'OVER'}`;
}
