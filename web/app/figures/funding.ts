/** How funding is shown: what a position of 100 pays, and when. */
import { decimal, formatUnits } from '../../ui/decimal.ts';
import { formatPercent } from '../../ui/format.ts';

/** The most digits that a rate has after the dot. */
const RATE_DIGITS = 10;
const SHOWN_DIGITS = 4;

/** A rate as a percent with its sign: 0.0001 is +0.0100%. Positive: longs pay shorts. */
export function fundingPercent(rate: string): string {
  return formatPercent(formatUnits(decimal(rate, RATE_DIGITS), RATE_DIGITS - 2), SHOWN_DIGITS);
}

/** What is left of a time, as 07:59:01; never below 0, and hours go on beyond a day. */
export function timeLeft(untilMs: number, nowMs: number): string {
  const seconds = Math.max(0, Math.ceil((untilMs - nowMs) / 1_000));
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}
