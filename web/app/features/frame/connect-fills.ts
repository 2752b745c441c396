import type { MarketStatusNotice } from '@agio/contracts/http/alerts';
import { announce, announceFill } from '../../choices/announce.ts';
import { ensureDomains, spokenNow } from '../../i18n/browser-texts.ts';
import { listed } from '../../i18n/isolated.ts';
import type { FillCenter } from '../../live/fill-center.ts';
import type { LostOrder } from '../../live/lost-orders.ts';
import { connectOwnFills, type FilledMarket, filledMarkets, marketKey } from '../../live/own-fills.ts';
import type { FillMarket } from '../../live/fill-market.ts';
import { untilRead } from '../../live/until-read.ts';
import { openReceipt } from '../../receipts/opened-receipt.tsx';
import { closingWords, fillWords, lostWords } from './fill-words.ts';
import { isOnTerminal, kindOfMarket, statusWords } from './status-words.ts';

/** From now on fills, liquidations and deleveragings are told on this page, in the way the person chose. */
export function connectFills(user: number): FillCenter {
  return connectOwnFills(user, {
    onSum: (sum, rest) =>
      void marketOf(sum.market, sum.symbol).then((market) => {
        const { title, description } = fillWords(spokenNow(), sum, market, rest);
        announceFill(title, description);
      }),
    onClosing: (closing) =>
      void marketOf('futures', closing.symbol).then((market) => {
        const { title, description } = closingWords(spokenNow(), closing, market);
        announce('error', title, description, receiptAction(closing.kind, closing.receiptId));
      }),
    onLost: (orders) => void tellLost(orders),
    onStatus: (notice) => void tellStatus(notice),
    onAverted: ({ receiptId, symbol }) =>
      announce('info', spokenNow()('frame.fills.averted'), symbol, receiptAction('LIQUIDATION', receiptId)),
  });
}

/** A market that closes, or a liquidation, ends many at once: then their number is told, and the list names them. */
const MOST_TOLD = 3;

async function tellLost(orders: readonly LostOrder[]): Promise<void> {
  // Not every page has the words for the reasons.
  await ensureDomains(['terminal']).catch(() => undefined);
  if (orders.length > MOST_TOLD) {
    announce('warning', spokenNow()('frame.fills.lost_count', { count: String(orders.length) }));
    return;
  }
  for (const order of orders) {
    const { title, description } = lostWords(spokenNow(), order, await marketOf(order.market, order.symbol));
    announce('warning', title, description);
  }
}

/** The terminal of that market says so itself. */
async function tellStatus(notice: MarketStatusNotice): Promise<void> {
  if (isOnTerminal(window.location.pathname, notice)) return;
  await ensureDomains(['terminal']).catch(() => undefined);
  const market = await marketOf(kindOfMarket(notice), notice.symbol);
  const { name, title, description, isOpen } = statusWords(spokenNow(), notice, market);
  announce(isOpen ? 'info' : 'warning', listed([name, title]), description);
}

/** It waits for the markets while they cannot be read. Undefined of one that is not listed: then it is told by the symbol. */
const marketOf = (market: FillMarket, symbol: string): Promise<FilledMarket | undefined> =>
  untilRead(filledMarkets)
    .then((markets) => markets.get(marketKey(market, symbol)))
    .catch(() => undefined);

const receiptAction = (kind: 'LIQUIDATION' | 'ADL', id: string) => ({
  label: spokenNow()('common.receipt'),
  onPress: () => openReceipt({ kind, id }),
});
