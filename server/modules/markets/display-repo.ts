/** The tables of what the core does not hold of assets and markets: names, order and flags for display. */
import type { Db, Tx } from '../../store/index.ts';

export interface Coin {
  readonly id: number;
  readonly asset: string;
  readonly fullName: string;
  readonly precision: number;
  readonly logo: string;
  readonly track: string;
  readonly isOpen: boolean;
  readonly isShow: boolean;
  readonly depositOpen: boolean;
  readonly withdrawOpen: boolean;
  readonly withdrawMin: string;
  readonly withdrawMax: string;
  readonly sort: number;
  readonly isHot: boolean;
}

export interface PairDisplay {
  readonly id: number;
  readonly symbol: string;
  readonly isHot: boolean;
  readonly isRecommend: boolean;
  readonly isShow: boolean;
  readonly tradeArea: string;
  readonly sort: number;
  readonly createdAtMs: number;
}

export async function listCoins(db: Db): Promise<Coin[]> {
  const rows = await db.selectFrom('coins').selectAll().orderBy('sort').orderBy('asset').execute();
  return rows.map((row) => ({
    id: row.id,
    asset: row.asset,
    fullName: row.full_name,
    precision: row.precision,
    logo: row.logo,
    track: row.track,
    isOpen: row.is_open,
    isShow: row.is_show,
    depositOpen: row.deposit_open,
    withdrawOpen: row.withdraw_open,
    withdrawMin: row.withdraw_min,
    withdrawMax: row.withdraw_max,
    sort: row.sort,
    isHot: row.is_hot,
  }));
}

export async function listPairDisplays(db: Db): Promise<PairDisplay[]> {
  const rows = await db.selectFrom('spot_pairs').selectAll().orderBy('sort').orderBy('symbol').execute();
  return rows.map((row) => ({
    id: row.id,
    symbol: row.symbol,
    isHot: row.is_hot,
    isRecommend: row.is_recommend,
    isShow: row.is_show,
    tradeArea: row.trade_area,
    sort: row.sort,
    createdAtMs: row.created_at_ms,
  }));
}

/** Adds missing rows; rows that an operator changed stay. */
export async function insertDisplays(
  tx: Tx,
  coins: readonly Omit<Coin, 'id'>[],
  pairs: readonly Omit<PairDisplay, 'id'>[],
): Promise<void> {
  if (coins.length > 0) {
    await tx
      .insertInto('coins')
      .values(
        coins.map((coin) => ({
          asset: coin.asset,
          full_name: coin.fullName,
          precision: coin.precision,
          logo: coin.logo,
          track: coin.track,
          is_open: coin.isOpen,
          is_show: coin.isShow,
          deposit_open: coin.depositOpen,
          withdraw_open: coin.withdrawOpen,
          withdraw_min: coin.withdrawMin,
          withdraw_max: coin.withdrawMax,
          sort: coin.sort,
          is_hot: coin.isHot,
        })),
      )
      .onConflict((conflict) => conflict.column('asset').doNothing())
      .execute();
  }
  if (pairs.length > 0) {
    await tx
      .insertInto('spot_pairs')
      .values(
        pairs.map((pair) => ({
          symbol: pair.symbol,
          is_hot: pair.isHot,
          is_recommend: pair.isRecommend,
          is_show: pair.isShow,
          trade_area: pair.tradeArea,
          sort: pair.sort,
          created_at_ms: pair.createdAtMs,
        })),
      )
      .onConflict((conflict) => conflict.column('symbol').doNothing())
      .execute();
  }
}
