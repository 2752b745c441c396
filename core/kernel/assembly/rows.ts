/** The rows of users' own wallets, by user and asset (both by index), as core/ledger/ledger-rows.ts keeps them. */
import * as layout from '../layout.ts';
import { rowAt, setState, state } from './records.ts';
import { placeFor } from './seats.ts';

/** The row of a user in an asset; 0 where there is none. */
export function walletRow(user: i32, asset: i32): i32 {
  return load<i32>(placeOf(user, asset));
}

/** The same, and a new row where there is none; asked only where `mayOpenRow`. */
export function openRow(user: i32, asset: i32): i32 {
  const place = placeOf(user, asset);
  const known = load<i32>(place);
  if (known != 0) return known;
  const row = state(layout.ROWS_USED);
  setState(layout.ROWS_USED, row + 1);
  // All zero but for this: it was never used before.
  store<i32>(rowAt(row) + layout.ROW_OWNER, user);
  store<i32>(rowAt(row) + layout.ROW_ASSET, asset);
  store<i32>(place, row);
  return row;
}

/** Is there room for another row? The core makes more. */
export function mayOpenRow(): bool {
  return state(layout.ROWS_USED) < state(layout.ROW_ROOM);
}

/** The address of the place of a user's row in an asset, or of the free one where it would be. */
function placeOf(user: i32, asset: i32): i32 {
  const places = state(layout.ROW_ROOM) * layout.PLACES_OF_ROW;
  const table = state(layout.ROW_PLACES_AT);
  let place = placeFor((user << layout.ASSET_BITS) | asset, ctz(places));
  while (true) {
    const row = load<i32>(table + place * 4);
    if (row == 0 || isOf(rowAt(row), user, asset)) return table + place * 4;
    place = (place + 1) & (places - 1);
  }
}

function isOf(record: i32, user: i32, asset: i32): bool {
  return load<i32>(record + layout.ROW_OWNER) == user && load<i32>(record + layout.ROW_ASSET) == asset;
}
