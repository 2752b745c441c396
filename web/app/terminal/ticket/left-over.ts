/** What a market order with everything leaves in the wallet, and why. */
export interface LeftOver {
  /** Decimal text, in `asset`. */
  readonly left: string;
  readonly asset: string;
  /**
   * Why something is left. step: it is less than one step of the amount; price: the order is covered up to the worst price that it may
   * trade at; fee: so is its fee; cushion: it covers a small move of the price before the order arrives.
   */
  readonly reason: 'step' | 'price' | 'fee' | 'cushion';
  /** With its unit: the step of the amount, or the worst price. */
  readonly detail: string;
}
