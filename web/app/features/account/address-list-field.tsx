import type { UseFormRegisterReturn, ValidateResult } from 'react-hook-form';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { isolated } from '../../i18n/isolated.ts';
import { readList, wrongEntry } from './address-list.ts';

/** Letters of an entry that a sentence quotes. */
const SHOWN_ENTRY = 50;

type AddressListFieldProps = UseFormRegisterReturn & { readonly error: string | undefined };

/** From where a key may be used, as text with commas between the entries. */
export function AddressListField(props: AddressListFieldProps) {
  const { t } = useTranslation();
  return (
    <TextField
      label={t('account.ip_list')}
      autoComplete="off"
      spellCheck={false}
      dir="ltr"
      hint={t('account.ip_list_hint')}
      {...props}
    />
  );
}

/** Answers true, or the sentence that names the first wrong entry. */
export function useAddressListCheck(): (text: string) => ValidateResult {
  const { t } = useTranslation();
  return (text) => {
    const entry = wrongEntry(readList(text));
    return entry === undefined || t('account.ip_list_wrong', { entry: isolated(entry.slice(0, SHOWN_ENTRY)) });
  };
}
