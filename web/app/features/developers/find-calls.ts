import type { TradingCall } from '../../api/types.ts';

/** The calls that have every typed word in their method, path, description or parameters, in their order; all for nothing typed. */
export function findCalls(calls: readonly TradingCall[], typed: string): readonly TradingCall[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return calls.filter(({ method, path, summary, parameters }) => {
    const text = [method, path, summary, ...parameters].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
