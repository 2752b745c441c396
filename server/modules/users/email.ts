/**
 * E-mail addresses as the names of accounts. Unicode has many ways to write texts that look the same: compatibility forms (full-width
 * letters, ligatures) and invisible characters. Addresses that differ only in these count as one.
 */
import { EMAIL_ADDRESS } from '@agio/contracts/account-limits';

/** Control, format (zero-width, bidirectional), and other characters without a picture; blanks around it. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** The address as it is stored and shown: letters in their plain forms (NFKC), without invisible characters. */
export function cleanEmail(text: string): string {
  return text.replace(UNSEEN, '').normalize('NFKC').trim();
}

/** The unique key of an address: its stored form in lower case. */
export function emailKey(text: string): string {
  return cleanEmail(cleanEmail(text).toLowerCase());
}

/** False if the cleaned text is not a valid address, such as one with two `@` of different forms. */
export function isEmail(clean: string): boolean {
  return EMAIL_ADDRESS.test(clean);
}
