/** The tables of VIP service. */
import type { Generated } from 'kysely';

export interface VipTables {
  vip_contacts: VipContactsTable;
}

export interface VipContactsTable {
  id: Generated<number>;
  uid: number;
  name: string;
  contact: string;
  country: string;
  /** In USDT, as the person wrote it. */
  monthly_volume: string;
  message: string;
  sent_at_ms: number;
}
