import type { MarketStatusNotice } from '@agio/contracts/http/alerts';
import { renewToasts } from '../../../ui/toast-queue.ts';
import { announce, announceFill } from '../../choices/announce.ts';
import { ensureDomains, spokenNow } from '../../i18n/browser-texts.ts';
import { listed } from '../../i18n/isolated.ts';
import type { FillCenter } from '../../live/fill-center.ts';
import type { LostOrder } from '../../live/lost-orders.ts';
import { connectOwnFills, type FilledMarket, filledMarkets, marketKey, ownFills } from '../../live/own-fills.ts';
import type { FillMarket } from '../../live/fill-market.ts';
import { untilRead } from '../../live/until-read.ts';
import { openReceipt } from '../../receipts/opened-receipt.tsx';
import { closingWords, fillWords, lostWords } from '../../terminal/fill-words.ts';
import { isOnTerminal, kindOfMarket, statusWords } from './status-words.ts';

/** From now on fills, liquidations and deleveragings are told on this page, in the way the person chose. */
export function connectFills(user: number): FillCenter {
  const isLeft = () => ownFills() !== center;
  /** Another person's center may have come while the markets were read: what is told then is theirs. */
  const told: Told = async ({ market, symbol }, tell) => {
    const filled = await marketOf(market, symbol, isLeft);
    if (!isLeft()) tell(filled);
  };
  const center: FillCenter = connectOwnFills(user, {
    onChange: renewToasts,
    onSum: (sum, restNow, order) =>
      void told(sum, (market) => announceFill(() => fillWords(spokenNow(), sum, market, restNow()), order)),
    onClosing: (closing) =>
      void told({ market: 'futures', symbol: closing.symbol }, (market) => {
        const { title, description } = closingWords(spokenNow(), closing, market);
        announce('error', title, description, receiptAction(closing.kind, closing.receiptId));
      }),
    onLost: (orders) => void tellLost(orders, told),
    onStatus: (notice) => void tellStatus(notice, told),
    onAverted: ({ receiptId, symbol }) =>
      announce('info', spokenNow()('frame.fills.averted'), symbol, receiptAction('LIQUIDATION', receiptId)),
  });
  return center;
}

/** Tells with the market of what is told, unless the center was left meanwhile. */
type Told = (
  what: { readonly market: FillMarket; readonly symbol: string },
  tell: (market: FilledMarket | undefined) => void,
) => Promise<void>;

/** A market that closes, or a liquidation, ends many at once: then their number is told, and the list names them. */
const MOST_TOLD = 3;

async function tellLost(orders: readonly LostOrder[], told: Told): Promise<void> {
  // Not every page has the words for the reasons.
  await ensureDomains(['terminal']).catch(() => undefined);
  if (orders.length > MOST_TOLD) {
    announce('warning', spokenNow()('frame.fills.lost_count', { count: String(orders.length) }));
    return;
  }
  for (const order of orders)
    await told(order, (market) => {
      const { title, description } = lostWords(spokenNow(), order, market);
      announce('warning', title, description);
    });
}

/** The terminal of that market says so itself. */
async function tellStatus(notice: MarketStatusNotice, told: Told): Promise<void> {
  if (isOnTerminal(window.location.pathname, notice)) return;
  await ensureDomains(['terminal']).catch(() => undefined);
  await told({ market: kindOfMarket(notice), symbol: notice.symbol }, (market) => {
    const { name, title, description, isOpen } = statusWords(spokenNow(), notice, market);
    announce(isOpen ? 'info' : 'warning', listed([name, title]), description);
  });
}

/** It waits for the markets while they cannot be read. Undefined where they are not, or it is not listed: then it is told by the symbol. */
const marketOf = (market: FillMarket, symbol: string, isLeft: () => boolean): Promise<FilledMarket | undefined> =>
  untilRead(filledMarkets, { isLeft })
    .then((markets) => markets.get(marketKey(market, symbol)))
    .catch(() => undefined);

const receiptAction = (kind: 'LIQUIDATION' | 'ADL', id: string) => ({
  label: spokenNow()('common.receipt'),
  onPress: () => openReceipt({ kind, id }),
});
