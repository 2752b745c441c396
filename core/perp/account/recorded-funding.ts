/**
 * What the positions of margin accounts that are records only (MarginAccounts.at) have got and paid as funding, in units, by the numbers of their holdings: the records,
 * which the kernel knows, have no place for it. It goes with a position: one that the kernel opens in its place has none.
 */
export class RecordedFunding {
  private amounts = new Float64Array(0);
  private positionIds = new Float64Array(0);

  of(number: number, positionId: number): number {
    return number < this.amounts.length && this.positionIds[number] === positionId ? this.amounts[number] : 0;
  }

  set(number: number, positionId: number, amount: number): void {
    if (number >= this.amounts.length) this.grow(2 * number + 1);
    this.amounts[number] = amount;
    this.positionIds[number] = positionId;
  }

  /** Positions count from 1. */
  forget(number: number): void {
    if (number < this.amounts.length) this.positionIds[number] = 0;
  }

  private grow(length: number): void {
    const [amounts, positionIds] = [new Float64Array(length), new Float64Array(length)];
    amounts.set(this.amounts);
    positionIds.set(this.positionIds);
    this.amounts = amounts;
    this.positionIds = positionIds;
  }
}
