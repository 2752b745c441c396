/** One who holds balances and orders: what trading asks for by name is in the records that the kernel knows, terms of the user's own are here. */
import { type FeeTier, NO_TIER } from '../formulas/fee.ts';
import type { FeeVoucher } from './fee-voucher.ts';
import type { Grant } from './grant.ts';
import type { UserRecords } from './user-records.ts';

const NONE: readonly never[] = [];

export class User {
  readonly uid: number;
  readonly index: number;
  /** Version of the last SetFeeTier that had one. */
  tierVersion = 0;
  private readonly records: UserRecords;
  private ownGrants: readonly Grant[] = NONE;
  private ownTier: FeeTier = NO_TIER;
  private ownGroupId = 0;
  private ownVouchers: readonly FeeVoucher[] = NONE;

  constructor(uid: number, index: number, records: UserRecords) {
    this.uid = uid;
    this.index = index;
    this.records = records;
  }

  get tier(): FeeTier {
    return this.ownTier;
  }
  set tier(tier: FeeTier) {
    this.ownTier = tier;
    this.noteTerms();
  }
  /** 0: none (trading A3). */
  get tradeGroupId(): number {
    return this.ownGroupId;
  }
  set tradeGroupId(id: number) {
    this.ownGroupId = id;
    this.noteTerms();
  }
  /** Those that live, the one first that is used first (trading A5.8). */
  get vouchers(): readonly FeeVoucher[] {
    return this.ownVouchers;
  }
  set vouchers(vouchers: readonly FeeVoucher[]) {
    this.ownVouchers = vouchers;
    this.noteTerms();
  }

  /** The ACTIVE ones, the one first that pays first (trading E3). */
  get grants(): readonly Grant[] {
    return this.ownGrants;
  }
  set grants(grants: readonly Grant[]) {
    this.ownGrants = grants;
    this.noteTerms();
  }

  /** Numbers the user's events (trading B20). */
  get eventCount(): number {
    return this.records.eventCount(this.index);
  }
  set eventCount(count: number) {
    this.records.setEventCount(this.index, count);
  }

  /** The slot of the oldest live order of all markets, 0 without any; USER_NEXT of its record leads to the next one. */
  get firstOrder(): number {
    return this.records.firstOrder(this.index);
  }

  private noteTerms(): void {
    const has = this.ownTier !== NO_TIER || this.ownGroupId !== 0 || this.ownVouchers.length !== 0;
    this.records.setTerms(this.index, has, this.ownGrants.length !== 0);
  }
}
