/** The asset in which every perpetual settles: the core takes no contract that settles in another one than the first. */
export const SETTLE_ASSET = 'USDT';
