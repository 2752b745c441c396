/** Which of the two terminals a fill or an order belongs to. */
export type FillMarket = 'spot' | 'futures';
