import { expect, test } from 'vitest';
import { MARKET_SERVICE_WARNING, warnOnce } from './market-service.ts';

test('X10 Market Service Not Working is told once, and again only after it worked', () => {
  const told: string[] = [];
  const pages = [true, false, false, true, false];
  pages.forEach((isWorking, at) => warnOnce(isWorking, () => told.push(`${at} ${MARKET_SERVICE_WARNING}`)));
  expect(told).toEqual(['1 Market Service Not Working', '4 Market Service Not Working']);
});
