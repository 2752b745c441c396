/** Small balances that become USDT: price, fee, limits, all or nothing, once (trading C7). */
import { change, type Mutation } from './mutation.ts';

const FORMULA = 'core/formulas/dust.ts';
const PRODUCT = 'core/products/dust.ts';
const SERVICE = 'server/modules/wallet/service.ts';
const CORE_TEST = 'core/products/dust.test.ts';
const SERVER_TEST = 'test/integration/trading/dust.test.ts';

export const dustMutations: readonly Mutation[] = [
  change(
    'the house keeps a tenth of its fee on small balances',
    FORMULA,
    ['DUST_FEE_RATE = RATE_ONE / 100;', 'DUST_FEE_RATE = RATE_ONE / 1_000;'],
    [CORE_TEST, 'X-C8'],
  ),
  change(
    'the fee on a small balance is rounded down',
    FORMULA,
    ['ceilDiv(value * BigInt(DUST_FEE_RATE), BigInt(RATE_ONE))', '(value * BigInt(DUST_FEE_RATE)) / BigInt(RATE_ONE)'],
    [CORE_TEST, 'X-C8'],
  ),
  change(
    'the worth of a small balance is rounded up',
    FORMULA,
    ['(available * lotValue) / BigInt(stepSize);', 'ceilDiv(available * lotValue, BigInt(stepSize));'],
    [CORE_TEST, 'X-C8'],
  ),
  change(
    'a balance of exactly the limit still counts as small',
    FORMULA,
    ['value >= limit) return null', 'value > limit) return null'],
    [CORE_TEST, 'of exactly 10 USDT'],
  ),
  change(
    'a small balance of which the fee takes everything is taken for nothing',
    FORMULA,
    ['return value > fee ?', 'return value >= fee ?'],
    [CORE_TEST, 'gives nothing stays'],
  ),
  change(
    'small balances give less than the user agreed to',
    PRODUCT,
    ["if (received < BigInt(minReceived)) return 'QUOTE_CHANGED';", ''],
    [CORE_TEST, 'less than the user agreed to'],
  ),
  change(
    'small balances are converted twice in a day',
    PRODUCT,
    ['last === undefined || timeMs - last >= PAUSE_MS ? 0', 'last === undefined || timeMs >= last ? 0'],
    [CORE_TEST, 'once in 24 hours'],
  ),
  change(
    'the fee on a small balance stays in the house’s capital',
    PRODUCT,
    ['{ ...books.fees(into), amount: fee }', '{ ...capital(into), amount: fee }'],
    [CORE_TEST, 'X-C8'],
  ),
  change(
    'a small balance is taken at the last price of a market that is halted',
    PRODUCT,
    ["status === 'TRADING' && lastTicks > 0", 'lastTicks > 0'],
    [CORE_TEST, 'a market that trades'],
  ),
  change(
    'a conversion of small balances whose answer was lost is sent under another key',
    SERVICE,
    ["key: key === '' ? `s:dust:${randomUUID()}` : key,", 'key: `s:dust:${randomUUID()}`,'],
    [SERVER_TEST, 'moves just that, once'],
  ),
  change(
    'a key of one conversion of small balances answers for other coins',
    SERVICE,
    ["fingerprintOf('DUST', ...coins, minReceived)", "fingerprintOf('DUST')"],
    [SERVER_TEST, 'moves just that, once'],
  ),
];
