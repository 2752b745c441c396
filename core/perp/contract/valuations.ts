/** What all contracts of one machine note together; the kernel reads how often they were valued. */
import { SHARED, VALUATIONS } from '../../kernel/layout.ts';
import type { Bytes } from '../../kernel/memory.ts';
import type { Contract, SharedByContracts } from './contract.ts';

export class Valuations implements SharedByContracts {
  readonly untold: Contract[] = [];
  readonly unquiet = new Set<Contract>();
  private count!: Float64Array;

  constructor(memory: Bytes) {
    memory.follow(() => {
      this.count = new Float64Array(memory.buffer, SHARED + VALUATIONS, 1);
    });
  }

  /** How often any of them got another mark or other parameters. */
  get valuations(): number {
    return this.count[0];
  }
  set valuations(count: number) {
    this.count[0] = count;
  }
}
