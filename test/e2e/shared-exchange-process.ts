/** The process of the shared exchange (shared-exchange.ts): it boots one, prints its address, and ends with the process that started it. */
import { bootExchange } from '../exchange.ts';

const exchange = await bootExchange({ demoMarket: true });
const { url, exchange: inside } = exchange;
process.once('disconnect', () => void exchange.close().finally(() => process.exit()));
process.send!({ url, operatorUrl: inside.operatorUrl, operatorToken: inside.config.operatorToken, origin: url });
