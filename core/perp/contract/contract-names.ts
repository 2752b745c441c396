/** Where the kernel finds a contract by its name or its index. A market may have the same name. */
import { NameTable } from '../../kernel/name-table.ts';
import { CONTRACT_SYMBOLS_AT, CONTRACTS_AT, SHARED } from '../../kernel/layout.ts';
import { MOST_BOOKS } from '../../kernel/limits.ts';
import type { Bytes } from '../../kernel/memory.ts';

export class ContractNames {
  private readonly names: NameTable;
  private addresses!: Int32Array;

  constructor(memory: Bytes) {
    this.names = new NameTable(memory, CONTRACT_SYMBOLS_AT);
    const address = memory.allocate(MOST_BOOKS * 4);
    memory.follow(() => {
      this.addresses = new Int32Array(memory.buffer, address, MOST_BOOKS);
      new Int32Array(memory.buffer, SHARED)[CONTRACTS_AT >> 2] = address;
    });
  }

  /** A name that no contract has yet, of letters below 128. */
  add(name: string, index: number, address: number): void {
    this.names.add(name, address);
    this.addresses[index] = address;
  }
}
