/** Where the kernel finds a market, or a contract, by its name: a hash table of addresses of their records (core/kernel/assembly/markets.ts). */
import { SHARED, SYMBOL_PLACES } from './layout.ts';
import type { Bytes } from './memory.ts';

export class NameTable {
  private places!: Int32Array;

  /** `field`: where the kernel is told of it (layout.ts). */
  constructor(memory: Bytes, field: number) {
    const address = memory.allocate(SYMBOL_PLACES * 4);
    memory.follow(() => {
      this.places = new Int32Array(memory.buffer, address, SYMBOL_PLACES);
      new Int32Array(memory.buffer, SHARED)[field >> 2] = address;
    });
  }

  /** A name that is not in it yet, of letters below 128; there are more places than markets. */
  add(name: string, address: number): void {
    let hash = name.length;
    for (let i = 0; i < name.length; i += 1) hash = (Math.imul(hash, 31) + name.charCodeAt(i)) | 0;
    const last = SYMBOL_PLACES - 1;
    let place = (hash ^ (hash >>> 12)) & last;
    while (this.places[place] !== 0) place = (place + 1) & last;
    this.places[place] = address;
  }
}
