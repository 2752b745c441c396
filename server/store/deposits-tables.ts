/** The tables of deposits from chains, and of the demo's own chain. */
import type { Generated } from 'kysely';

export interface DepositsTables {
  deposit_addresses: { network: string; address: string; uid: number; asset: string };
  /** How far each chain was read. */
  deposit_cursors: { network: string; position: number };
  deposits: DepositsTable;
  demo_chain_transfers: DemoChainTransfersTable;
}

interface DepositsTable {
  deposit_id: Generated<number>;
  uid: number;
  asset: string;
  network: string;
  address: string;
  tx_id: string;
  /** Decimal text. */
  amount: string;
  block: number;
  /** CONFIRMING or CREDITED. */
  state: string;
  transfer_id: number | null;
  time_ms: number;
  /** When crediting it was last tried. */
  tried_at_ms: number;
}

interface DemoChainTransfersTable {
  position: Generated<number>;
  /** The user who asked for it; null for those from before this was counted. */
  sent_for: number | null;
  network: string;
  tx_id: string;
  address: string;
  asset: string;
  /** Decimal text. */
  amount: string;
  block: number;
  time_ms: number;
}
