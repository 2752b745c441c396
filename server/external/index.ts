/** The face of the outside world and its local stand-ins. */
export { demoMarkets, type MarketRules } from './demo-market/markets.ts';
export { startTraders, type DemoMarket, type Traders } from './demo-market/traders.ts';
export { unit } from './reference-price.ts';
