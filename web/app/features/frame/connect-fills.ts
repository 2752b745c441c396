import { announce, announceFill } from '../../choices/announce.ts';
import { spokenNow } from '../../i18n/browser-texts.ts';
import type { FillCenter } from '../../live/fill-center.ts';
import { connectOwnFills, type FilledMarket, filledMarkets, marketKey } from '../../live/own-fills.ts';
import type { FillMarket } from '../../live/fill-center.ts';
import { openReceipt } from '../../receipts/opened-receipt.tsx';
import { closingWords, fillWords } from './fill-words.ts';

/** From now on fills, liquidations and deleveragings are told on this page, in the way the person chose. */
export function connectFills(user: number): FillCenter {
  return connectOwnFills(user, {
    onSum: (sum) =>
      void marketOf(sum.market, sum.symbol).then((market) => {
        const { title, description } = fillWords(spokenNow(), sum, market);
        announceFill(title, description);
      }),
    onClosing: (closing) =>
      void marketOf('futures', closing.symbol).then((market) => {
        const { title, description } = closingWords(spokenNow(), closing, market);
        announce('error', title, description, receiptAction(closing.kind, closing.receiptId));
      }),
    onAverted: ({ receiptId, symbol }) =>
      announce('info', spokenNow()('frame.fills.averted'), symbol, receiptAction('LIQUIDATION', receiptId)),
  });
}

/** Undefined where markets could not be read: then it is told by the symbol. */
const marketOf = (market: FillMarket, symbol: string): Promise<FilledMarket | undefined> =>
  filledMarkets()
    .then((markets) => markets.get(marketKey(market, symbol)))
    .catch(() => undefined);

const receiptAction = (kind: 'LIQUIDATION' | 'ADL', id: string) => ({
  label: spokenNow()('common.receipt'),
  onPress: () => openReceipt({ kind, id }),
});
