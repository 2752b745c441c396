/** P2P: SELL ads hold their coin in P2P_AD:adId, open orders theirs in P2P_ESCROW:orderId (trading C2, C6, growth 7). */
import { MAX_UNITS } from '../fixed.ts';
import type { RejectCode } from '../protocol/rejects.ts';
import { isCount, isUid } from '../protocol/field-checks.ts';
import type { User } from '../users/user.ts';
import { type Books, checkAmount, type LedgerAccount } from './books.ts';
import type { ProductCommandOf } from '../protocol/product-commands.ts';
import { type Item, Register, termsOf } from '../users/register.ts';

export interface P2pAd extends Item {
  readonly uid: number;
  readonly asset: number;
}

export interface P2pOrder extends Item {
  /** 0: against a BUY ad. */
  readonly adId: number;
  readonly sellerUid: number;
  readonly buyerUid: number;
  readonly asset: number;
  readonly amount: number;
  readonly fee: number;
}

export class P2p {
  readonly ads = new Register<P2pAd>();
  readonly orders = new Register<P2pOrder>();
  private readonly books: Books;

  constructor(books: Books) {
    this.books = books;
  }

  openAd({ adId, uid, asset: name, amount }: ProductCommandOf<'OpenP2pAd'>): RejectCode | number {
    const asset = this.books.asset(name);
    if (asset === undefined) return 'UNKNOWN_ASSET';
    const terms = termsOf(uid, name, amount);
    const seen = this.ads.seen(adId, terms);
    if (seen !== null) return seen === 'REPEAT' ? amount : seen;
    if (!isUid(adId) || !isUid(uid)) return 'BAD_FIELDS';
    const refusal = checkAmount(amount);
    if (refusal !== null) return refusal;
    const user = this.books.users.find(uid);
    if (user === undefined || this.books.spotFunds(user, asset) < BigInt(amount)) return 'INSUFFICIENT_BALANCE';
    if (this.ads.isFull) return 'LIMIT_REACHED';
    const ad = { id: adId, terms, uid, asset };
    this.ads.add(ad);
    this.books.move('P2P_AD', adId, this.books.spot(user, asset), this.adPlace(user, ad), amount);
    return amount;
  }

  /** Sets the amount that the ad holds, so a repeat changes nothing; answers that amount. */
  changeAd({ adId, amount }: ProductCommandOf<'ChangeP2pAd'>): RejectCode | number {
    if (!isUid(adId) || !isCount(amount)) return 'BAD_FIELDS';
    const ad = this.ads.living(adId);
    if (typeof ad === 'string') return ad;
    if (amount > MAX_UNITS) return 'AMOUNT_TOO_LARGE';
    const user = this.books.users.ensure(ad.uid);
    const more = BigInt(amount) - this.held(user, ad);
    if (more > this.books.spotFunds(user, ad.asset)) return 'INSUFFICIENT_BALANCE';
    this.books.move('P2P_AD', adId, this.books.spot(user, ad.asset), this.adPlace(user, ad), more);
    this.books.ledger.closeAccount(user.index, adAccount(adId), ad.asset);
    return amount;
  }

  /** The rest goes back to SPOT; its open orders stay. */
  closeAd({ adId }: ProductCommandOf<'CloseP2pAd'>): RejectCode | number {
    const ended = this.ads.end(adId);
    if (ended !== undefined) return ended.answer;
    if (!isUid(adId)) return 'BAD_FIELDS';
    const ad = this.ads.living(adId);
    if (typeof ad === 'string') return ad;
    const user = this.books.users.ensure(ad.uid);
    const rest = this.held(user, ad);
    this.books.move('P2P_AD', adId, this.adPlace(user, ad), this.books.spot(user, ad.asset), rest);
    this.books.ledger.closeAccount(user.index, adAccount(adId), ad.asset);
    this.ads.close(ad, 'CLOSED', Number(rest));
    return Number(rest);
  }

  openOrder(command: ProductCommandOf<'OpenP2pOrder'>): RejectCode | number {
    const { orderId, adId, sellerUid, buyerUid, amount, fee } = command;
    const asset = this.books.asset(command.asset);
    if (asset === undefined) return 'UNKNOWN_ASSET';
    const terms = termsOf(adId, sellerUid, buyerUid, command.asset, amount, fee);
    const seen = this.orders.seen(orderId, terms);
    if (seen !== null) return seen === 'REPEAT' ? amount : seen;
    if (!isUid(orderId) || !isUid(sellerUid) || !isUid(buyerUid) || sellerUid === buyerUid) return 'BAD_FIELDS';
    if (!isCount(adId) || !isCount(fee) || fee > amount) return 'BAD_FIELDS';
    const ad = adId === 0 ? null : this.ads.living(adId);
    if (typeof ad === 'string') return ad;
    if (ad !== null && (ad.uid !== sellerUid || ad.asset !== asset)) return 'BAD_FIELDS';
    const refusal = checkAmount(amount);
    if (refusal !== null) return refusal;
    const seller = this.books.users.find(sellerUid);
    if (seller === undefined) return 'INSUFFICIENT_BALANCE';
    const funds = ad === null ? this.books.spotFunds(seller, asset) : this.held(seller, ad);
    if (funds < BigInt(amount)) return 'INSUFFICIENT_BALANCE';
    // The buyer is made known now, because a later release must not fail for lack of room.
    if (this.orders.isFull || this.books.ensure(buyerUid) === null) return 'LIMIT_REACHED';
    const from = ad === null ? this.books.spot(seller, asset) : this.adPlace(seller, ad);
    this.books.move('P2P_ORDER', orderId, from, this.escrow(seller, orderId, asset), amount);
    if (ad !== null) this.books.ledger.closeAccount(seller.index, adAccount(ad.id), asset);
    this.orders.add({ id: orderId, terms, adId, sellerUid, buyerUid, asset, amount, fee });
    return amount;
  }

  /** Answers what the buyer got. */
  release({ orderId }: ProductCommandOf<'ReleaseP2pOrder'>): RejectCode | number {
    const order = this.findOrder(orderId, 'RELEASED');
    if (typeof order !== 'object') return order;
    const { asset, amount, fee } = order;
    const { books } = this;
    const seller = books.users.ensure(order.sellerUid);
    books.post('P2P_RELEASE', orderId, [
      { ...this.escrow(seller, orderId, asset), amount: -BigInt(amount) },
      { ...books.spot(books.users.ensure(order.buyerUid), asset), amount: BigInt(amount - fee) },
      { ...books.fees(asset), amount: BigInt(fee) },
    ]);
    return this.closeOrder(seller, order, 'RELEASED', amount - fee);
  }

  /** To the ad that it came from while that is open, else to the seller's SPOT. */
  refund({ orderId }: ProductCommandOf<'RefundP2pOrder'>): RejectCode | number {
    const order = this.findOrder(orderId, 'REFUNDED');
    if (typeof order !== 'object') return order;
    const { asset, amount } = order;
    const seller = this.books.users.ensure(order.sellerUid);
    const ad = this.ads.find(order.adId);
    const to = ad === undefined ? this.books.spot(seller, asset) : this.adPlace(seller, ad);
    this.books.move('P2P_REFUND', orderId, this.escrow(seller, orderId, asset), to, amount);
    return this.closeOrder(seller, order, 'REFUNDED', amount);
  }

  private findOrder(id: number, ending: string): P2pOrder | RejectCode | number {
    const ended = this.orders.end(id);
    if (ended?.ending === ending) return ended.answer;
    return isUid(id) ? this.orders.living(id) : 'BAD_FIELDS';
  }

  private closeOrder(seller: User, order: P2pOrder, ending: string, answer: number): number {
    this.books.ledger.closeAccount(seller.index, escrowAccount(order.id), order.asset);
    this.orders.close(order, ending, answer);
    return answer;
  }

  private held(user: User, ad: P2pAd): bigint {
    return this.books.holding(user, adAccount(ad.id), ad.asset);
  }
  private adPlace(user: User, ad: P2pAd): LedgerAccount {
    return this.books.named(user, adAccount(ad.id), ad.asset);
  }
  private escrow(seller: User, orderId: number, asset: number): LedgerAccount {
    return this.books.named(seller, escrowAccount(orderId), asset);
  }
}

export function adAccount(adId: number): string {
  return `P2P_AD:${adId}`;
}
export function escrowAccount(orderId: number): string {
  return `P2P_ESCROW:${orderId}`;
}
