/** Bugs in what the core tells its kernel of perpetuals, and in what it takes over from it. */
import type { Mutation } from './mutation.ts';

export const perpRecordMutations: readonly Mutation[] = [
  {
    breaks: 'the kernel judges by the leverage that an account had before',
    file: 'core/perp/account/margin-records.ts',
    snippet: 'this.setNum(number, perp.LONG_LEVERAGE, holding.longLeverage);',
    replacement: '',
    killer: 'core/kernel/perp-run.test.ts',
    isOfKernel: true,
  },
  {
    breaks: 'the kernel judges by the position that an account had before',
    file: 'core/perp/account/margin-records.ts',
    snippet: 'this.setNum(number, perp.BOTH_QUANTITY, both === null ? 0 : sign * Number(both.quantity));',
    replacement: '',
    killer: 'core/kernel/perp-run.test.ts',
    isOfKernel: true,
  },
  {
    breaks: 'the kernel opens positions of an account that may only close them',
    file: 'core/perp/account/margin-records.ts',
    snippet: '(account.closeOnly ? perp.CLOSE_ONLY : 0) |',
    replacement: '',
    killer: 'core/kernel/perp-run.test.ts',
    isOfKernel: true,
  },
  {
    breaks: 'the kernel cancels an order whose exits the core then keeps',
    file: 'core/perp/orders/exits-by-order.ts',
    snippet: 'int[order * INT_STRIDE + HAS_EXITS] = 1;',
    replacement: 'void int;',
    killer: 'core/kernel/perp-run.test.ts',
    isOfKernel: true,
  },
  {
    breaks: 'the kernel takes orders of a contract that is not open',
    file: 'core/perp/contract/contract-record.ts',
    snippet: "status === 'OPEN' && !isFrozen",
    replacement: "status !== 'PRE_OPEN' && !isFrozen",
    killer: 'core/kernel/perp-run.test.ts',
    isOfKernel: true,
  },
  {
    breaks: 'what the kernel made for an account is missing among its contracts',
    file: 'core/perp/account/accounts.ts',
    snippet: 'account.holdings.set(contract.index, holding);\n      records.adopt',
    replacement: 'records.adopt',
    killer: 'core/kernel/perp-run.test.ts',
    isOfKernel: true,
  },
  {
    breaks: 'the price bounds of the kernel stay those of the parameters before',
    file: 'core/perp/contract/contract.ts',
    snippet: 'this.record?.writeLimits(this);',
    replacement: '',
    killer: 'core/kernel/perp-run.test.ts',
    isOfKernel: true,
  },
  {
    breaks: 'arrays over orders are kept while fills make the memory another one',
    file: 'core/perp/orders/place-order.ts',
    snippet:
      'const stopped = this.matcher.run(contract, order, timeMs);\n    // Not before: fills open accounts, and what grows then may replace the arrays.\n    const { int, num } = orders;',
    replacement: 'const { int, num } = orders;\n    const stopped = this.matcher.run(contract, order, timeMs);',
    killer: 'core/model/everything.property.test.ts',
  },
];
