/** Types of columns that several tables have. */
import type { ColumnType } from 'kysely';

/** Written as text or BigInt, read as text. */
export type Numeric = ColumnType<string, string | bigint, string | bigint>;
