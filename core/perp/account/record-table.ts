/** Records of margin accounts and of holdings (core/kernel/perp-layout.ts): reading and writing their fields, which are named in bytes. */
import { ACCOUNT_BYTES, HOLDING_BYTES, HOLDING_FLAGS } from '../../kernel/perp-layout.ts';

export const ACCOUNT_WORDS = ACCOUNT_BYTES >> 2;
export const ACCOUNT_DOUBLES = ACCOUNT_BYTES >> 3;
export const HOLDING_WORDS = HOLDING_BYTES >> 2;
export const HOLDING_DOUBLES = HOLDING_BYTES >> 3;

export class RecordTable {
  /** Accounts by their index, holdings by their number, from 1. Other arrays whenever there is more room or the memory is another one. */
  protected accountWords!: Int32Array;
  protected accountDoubles!: Float64Array;
  protected words!: Int32Array;
  protected doubles!: Float64Array;

  int(number: number, field: number): number {
    return this.words[number * HOLDING_WORDS + (field >> 2)];
  }
  setInt(number: number, field: number, value: number): void {
    this.words[number * HOLDING_WORDS + (field >> 2)] = value;
  }
  num(number: number, field: number): number {
    return this.doubles[number * HOLDING_DOUBLES + (field >> 3)];
  }
  setNum(number: number, field: number, value: number): void {
    this.doubles[number * HOLDING_DOUBLES + (field >> 3)] = value;
  }
  has(number: number, flag: number): boolean {
    return (this.int(number, HOLDING_FLAGS) & flag) !== 0;
  }
  setFlag(number: number, flag: number, on: boolean): void {
    const flags = this.int(number, HOLDING_FLAGS);
    this.setInt(number, HOLDING_FLAGS, on ? flags | flag : flags & ~flag);
  }

  accountInt(index: number, field: number): number {
    return this.accountWords[index * ACCOUNT_WORDS + (field >> 2)];
  }
  setAccountInt(index: number, field: number, value: number): void {
    this.accountWords[index * ACCOUNT_WORDS + (field >> 2)] = value;
  }
  accountNum(index: number, field: number): number {
    return this.accountDoubles[index * ACCOUNT_DOUBLES + (field >> 3)];
  }
  setAccountNum(index: number, field: number, value: number): void {
    this.accountDoubles[index * ACCOUNT_DOUBLES + (field >> 3)] = value;
  }
}
