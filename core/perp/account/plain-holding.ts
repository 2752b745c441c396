/** A holding of a snapshot that becomes a record only: under cross margin, with a one-way position at most, all in numbers that doubles hold exactly, as a snapshot reads them at once (core/codec/margin-accounts.ts). Amounts are in units. */
export class PlainHolding {
  /** By index. */
  contract = 0;
  longLeverage = 0;
  shortLeverage = 0;
  /** Below 0 for a short; 0 without a position. */
  quantity = 0;
  cost = 0;
  positionId = 0;
  openedAtMs = 0;
  realised = 0;
  fees = 0;
  funding = 0;

  setPosition(quantity: number, cost: number, positionId: number, openedAtMs: number): void {
    this.quantity = quantity;
    this.cost = cost;
    this.positionId = positionId;
    this.openedAtMs = openedAtMs;
  }

  setMoney(realised: number, fees: number, funding: number): void {
    this.realised = realised;
    this.fees = fees;
    this.funding = funding;
  }
}
