import { useForm } from 'react-hook-form';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Button } from '../../../ui/button.tsx';
import { FieldError } from '../../../ui/text-field.tsx';
import { changeKeyAddresses } from '../../api/calls/account.ts';
import { quietCall } from '../../api/client.ts';
import type { ApiKeyView } from '../../api/types.ts';
import { refusalText } from '../../i18n/words.ts';
import { AddressListField, useAddressListCheck } from './address-list-field.tsx';
import { readList } from './address-list.ts';

type ChangeAddressesFormProps = { readonly apiKey: ApiKeyView; readonly onChanged: () => void };

/** Sets from where a key that exists may be used. */
export function ChangeAddressesForm({ apiKey, onChanged }: ChangeAddressesFormProps) {
  const { t } = useTranslation();
  const validate = useAddressListCheck();
  const form = useForm<{ ipList: string }>({ defaultValues: { ipList: apiKey.ipList.join(', ') } });
  const { errors, isSubmitting } = form.formState;
  const send = form.handleSubmit(async ({ ipList }) => {
    try {
      await changeKeyAddresses(quietCall, apiKey.id, readList(ipList));
      onChanged();
    } catch (error) {
      form.setError('root', { message: refusalText(t, error) });
    }
  });
  return (
    <form onSubmit={(event) => void send(event)} className="grid grid-cols-1 gap-4 px-4 pb-4">
      <p className="text-13 text-muted">
        {t('account.label')}: <bdi className="font-medium text-fg">{apiKey.label}</bdi>
      </p>
      <AddressListField error={errors.ipList?.message} {...form.register('ipList', { validate })} />
      {errors.root?.message ? <FieldError text={errors.root.message} className="mt-0" /> : null}
      <Button type="submit" look="primary" className="h-11" busy={isSubmitting}>
        {t('account.ip_list_save')}
      </Button>
    </form>
  );
}
