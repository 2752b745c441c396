/** The texts of a prize's pop-up, and the target of its button. */
import type { Translate } from '../../i18n/translator.ts';
import { AMOUNT_DECIMALS, decimal, formatUnits } from '../../../ui/decimal.ts';
import { formatAmount } from '../../../ui/format.ts';
import { intlTag } from '../../i18n/intl-tag.ts';
import type { PlainPrize, Prize } from './prize-records.ts';

const EXACT_DECIMALS = 30;

export interface PrizeWords {
  readonly title: string;
  /** The large number, and the small unit behind it. */
  readonly value: string;
  readonly unit: string;
  readonly text: string;
  readonly detail: string;
  readonly action: string;
}

export function titleOf(t: Translate, prize: Prize): string {
  if (prize.type === 'BOX') return t('popups.prize.box.title');
  return t(`popups.prize.${prize.type}.title`, { level: prize.type === 'VIP' ? prize.vipLevel : '' });
}

export function wordsOf(t: Translate, prize: Prize, locale: string): PrizeWords {
  if (!('prize' in prize)) return plainWords(t, prize, 1, locale);
  const words = plainWords(t, prize.prize, prize.prizeCount, locale);
  if (prize.type === 'BOX') return words;
  return { ...words, title: titleOf(t, prize), action: t('popups.prize.DRAGON_BOAT_BOX.action') };
}

function plainWords(t: Translate, prize: PlainPrize, count: number, locale: string): PrizeWords {
  const key = `popups.prize.${prize.type}`;
  const base = { title: titleOf(t, prize), text: t(`${key}.text`), action: t(`${key}.action`), detail: '', unit: '' };
  if (prize.type === 'VIP')
    return {
      ...base,
      value: prize.rateSavePercent === null ? '' : t(`${key}.value`, { percent: prize.rateSavePercent }),
      text: prize.rateSavePercent === null ? '' : base.text,
      detail: prize.days === null ? '' : t(`${key}.days`, { count: prize.days }),
    };
  if (prize.type === 'FUTURES_STOP_LOSS')
    return { ...base, value: t(`${key}.value`, { count: prize.validityPeriod }), detail: t(`${key}.detail`) };
  const amount = formatAmount(prize.prizeAmount, AMOUNT_DECIMALS);
  const until =
    prize.type === 'EXPERIENCE' && prize.expireTime !== null
      ? t(`${key}.until`, { time: new Date(prize.expireTime).toLocaleString(intlTag(locale), TIME) })
      : '';
  const many = { ...base, value: amount, unit: prize.prizeCoin, detail: until };
  if (count === 1) return many;
  const total = formatAmount(multiply(prize.prizeAmount, count), AMOUNT_DECIMALS);
  return {
    ...many,
    value: `${amount} ${prize.prizeCoin}`,
    unit: `×${count}`,
    text: prize.type === 'GIFT_COIN' ? t(`${key}.text_total`, { total, coin: prize.prizeCoin }) : base.text,
  };
}

const multiply = (amount: string, count: number): string =>
  formatUnits(decimal(amount, EXACT_DECIMALS) * BigInt(count), EXACT_DECIMALS);

const TIME = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const;

/** `isListed` says whether a coin is traded against USDT. */
export function targetOf(prize: Prize, isListed: (coin: string) => boolean): string {
  if (prize.type === 'DRAGON_BOAT_BOX') return '/activity/dragon-boat-festival';
  if (prize.type === 'BOX') return targetOf(prize.prize, isListed);
  switch (prize.type) {
    case 'GIFT_COIN':
      return isListed(prize.prizeCoin) ? `/spot-trade/${prize.prizeCoin}USDT` : '/market';
    case 'EXPERIENCE':
      return '/activity/coupon-center';
    case 'VIP':
      return '/activity/vip-program';
    case 'FUTURES_STOP_LOSS':
      return '/contract-trade/BTCUSDT';
  }
}
