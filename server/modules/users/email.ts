/**
 * E-mail addresses as accounts are told apart by them. Unicode has many ways to write what looks the same: compatibility
 * forms (full-width letters, ligatures) and characters that nobody sees. Two addresses that differ in nothing else are one.
 */
import { EMAIL_ADDRESS } from '@agio/contracts/account-limits';

/** Control, format (zero-width, bidirectional), and other characters without a picture; blanks around it. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** As it is kept and shown: its letters in their plain forms (NFKC), without what nobody sees. */
export function cleanEmail(text: string): string {
  return text.replace(UNSEEN, '').normalize('NFKC').trim();
}

/** What makes it unique: as it is kept, in lower case. */
export function emailKey(text: string): string {
  return cleanEmail(cleanEmail(text).toLowerCase());
}

/** False for what is no address any more once it is clean, such as one with two `@` of different forms. */
export function isEmail(clean: string): boolean {
  return EMAIL_ADDRESS.test(clean);
}
