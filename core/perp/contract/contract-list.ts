/** All contracts of one machine, by index and by symbol, and what they note together. The kernel knows them too. */
import { LadderBook } from '../../book/ladder-book.ts';
import type { OrderPool } from '../../book/order-pool.ts';
import type { ContractParameters } from '../../protocol/perp-commands.ts';
import { Contract, PERP_SCALE, validContract } from './contract.ts';
import { ContractNames } from './contract-names.ts';
import { ContractRecord } from './contract-record.ts';
import { Valuations } from './valuations.ts';

const SYMBOL = /^[A-Z0-9][A-Z0-9_-]{0,31}$/;

/** Are the names, the parameters, and the scale of the asset in which it settles those of a contract that may be? */
export function isSound(
  { symbol, base, parameters }: { symbol: string; base: string; parameters: ContractParameters },
  settleScale: number,
): boolean {
  const areNames = SYMBOL.test(symbol) && SYMBOL.test(base);
  return areNames && settleScale === PERP_SCALE && validContract(parameters) !== null;
}

export class ContractList {
  /** By index. */
  readonly all: Contract[] = [];
  readonly shared: Valuations;
  private readonly orders: OrderPool;
  private readonly feeRow: (asset: number) => number;
  private readonly bySymbol = new Map<string, Contract>();
  private readonly names: ContractNames;

  /** `orders`: those in their books; `feeRow`: the row of HOUSE_FEE of an asset in the ledger. */
  constructor(orders: OrderPool, feeRow: (asset: number) => number) {
    this.orders = orders;
    this.feeRow = feeRow;
    this.shared = new Valuations(orders.memory);
    this.names = new ContractNames(orders.memory);
  }

  find(symbol: string): Contract | undefined {
    return this.bySymbol.get(symbol);
  }

  /** A new one, of parameters that the caller has checked; throws on others. */
  add(
    names: { symbol: string; base: string; settle: { name: string; index: number } },
    parameters: ContractParameters,
  ): Contract {
    const grid = validContract(parameters);
    if (grid === null) throw new Error(`the parameters of ${names.symbol} are not valid`);
    const { orders } = this;
    const book = new LadderBook(orders);
    const contract = new Contract(this.all.length, names, parameters, grid, book, this.shared);
    const record = new ContractRecord(orders.memory);
    record.setFeeRow(this.feeRow(names.settle.index));
    contract.enterKernel(record, book);
    this.names.add(names.symbol, contract.index, record.address);
    this.all.push(contract);
    this.bySymbol.set(names.symbol, contract);
    return contract;
  }
}
