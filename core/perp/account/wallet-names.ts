/** The names of wallets with positions (trading C1). */
import type { MarginWallet } from '../../protocol/perp-commands.ts';

const VOUCHER_WALLET = /^VOUCHER:[1-9][0-9]{0,15}$/;
const COPY_WALLET = /^COPY:[1-9][0-9]{0,15}$/;

/** Whether the name is that of a wallet between which and SPOT its user may move funds: FUTURES, ELITE, COPY:followId (trading C1). */
export function isMarginWallet(wallet: string): boolean {
  return wallet === 'FUTURES' || wallet === 'ELITE' || COPY_WALLET.test(wallet);
}

/** The name of the wallet of the one position that a voucher opens (trading E6). */
export function voucherWallet(voucherId: number): MarginWallet {
  return `VOUCHER:${voucherId}`;
}

/** Whether the name is one that `voucherWallet` makes; nobody moves funds to or from such a wallet. */
export function isVoucherWallet(wallet: string): boolean {
  return VOUCHER_WALLET.test(wallet);
}
