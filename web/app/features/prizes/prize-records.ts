/** Reads and sorts the prizes that wait to be shown. Pure. */

/** Kinds of pop-ups, as the specification numbers them. */
export const POPUP_KIND = { common: 0, error: 1, confirm: 2, success: 3, mystery: 4 } as const;
export type PopupKind = (typeof POPUP_KIND)[keyof typeof POPUP_KIND];

export interface CoinPrize {
  readonly type: 'GIFT_COIN' | 'EXPERIENCE';
  readonly prizeAmount: string;
  readonly prizeCoin: string;
  /** Epoch ms; null if unknown. */
  readonly expireTime: number | null;
}
export interface VipPrize {
  readonly type: 'VIP';
  readonly vipLevel: number;
  readonly rateSavePercent: string | null;
  readonly days: number | null;
}
export interface CoverPrize {
  readonly type: 'FUTURES_STOP_LOSS';
  readonly validityPeriod: number;
}
export type PlainPrize = CoinPrize | VipPrize | CoverPrize;

export interface BoxPrize {
  readonly type: 'BOX' | 'DRAGON_BOAT_BOX';
  readonly prizeCount: number;
  readonly prize: PlainPrize;
}
export type Prize = PlainPrize | BoxPrize;

export interface PendingPrize {
  /** A whole number as text, because it may exceed 2^53. */
  readonly id: string;
  readonly prize: Prize;
}

/** Every list of the answer in one, by number; a record that cannot be read is left out in silence. */
export function readPrizes(data: unknown): PendingPrize[] {
  const lists = typeof data === 'object' && data !== null ? Object.values(data) : [];
  const seen = new Map<string, PendingPrize>();
  for (const record of lists.flat() as unknown[]) {
    const prize = readRecord(record);
    if (prize) seen.set(prize.id, prize);
  }
  return [...seen.values()].toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
}

function readRecord(record: unknown): PendingPrize | null {
  const { id, bizType, popContent } = fieldsOf(record);
  const digits = typeof id === 'number' ? String(id) : id;
  if (typeof digits !== 'string' || !/^\d{1,20}$/.test(digits) || typeof popContent !== 'string') return null;
  const prize = readPrize(bizType, parse(popContent));
  return prize && { id: digits, prize };
}

function readPrize(type: unknown, content: Record<string, unknown>): Prize | null {
  if (type !== 'BOX' && type !== 'DRAGON_BOAT_BOX') return readPlain(type, content);
  const inner = { rateSavePercent: content.rateSavePercent, ...fieldsOf(content.prize) };
  const prize = readPlain(content.prizeType, inner);
  const prizeCount = readCount(content.prizeCount ?? 1);
  return prize && prizeCount !== null && prizeCount > 0 ? { type, prizeCount, prize } : null;
}

function readPlain(type: unknown, content: Record<string, unknown>): PlainPrize | null {
  if (type === 'GIFT_COIN' || type === 'EXPERIENCE') {
    const prizeAmount = readNumber(content.prizeAmount);
    const { prizeCoin } = content;
    if (prizeAmount === null || typeof prizeCoin !== 'string' || !/^[A-Z0-9]{1,16}$/.test(prizeCoin)) return null;
    return { type, prizeAmount, prizeCoin, expireTime: readCount(content.expireTime) };
  }
  if (type === 'VIP') {
    const vipLevel = readCount(content.vipLevel);
    if (vipLevel === null) return null;
    return { type, vipLevel, rateSavePercent: readNumber(content.rateSavePercent), days: readCount(content.days) };
  }
  if (type !== 'FUTURES_STOP_LOSS') return null;
  const validityPeriod = readCount(content.validityPeriod);
  return validityPeriod === null ? null : { type, validityPeriod };
}

function parse(text: string): Record<string, unknown> {
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    return {};
  }
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** A decimal as text, whether it came as a number or as text. */
function readNumber(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && /^\d{1,30}(\.\d{1,30})?$/.test(text) ? text : null;
}

function readCount(value: unknown): number | null {
  const text = readNumber(value);
  const count = Number(text);
  return text !== null && Number.isSafeInteger(count) ? count : null;
}
