import { MOST_KEY_LABEL_LENGTH } from '@agio/contracts/account-limits';
import { useForm } from 'react-hook-form';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { FieldError, TextField } from '../../../ui/text-field.tsx';
import { createApiKey } from '../../api/calls/account.ts';
import { quietCall } from '../../api/client.ts';
import { refusalText } from '../../i18n/words.ts';
import { AddressListField, useAddressListCheck } from './address-list-field.tsx';
import { readList } from './address-list.ts';

const SCOPES = ['read', 'spot', 'transfer'] as const;

type Scope = (typeof SCOPES)[number];
type Fields = { label: string; scopes: Scope[]; ipList: string };

export function CreateKeyForm({ onCreated }: { onCreated: (key: { apiKey: string; apiSecret: string }) => void }) {
  const { t } = useTranslation();
  const validate = useAddressListCheck();
  const form = useForm<Fields>({ defaultValues: { label: '', scopes: ['read', 'spot'], ipList: '' } });
  const { errors, isSubmitting } = form.formState;
  const scopes = form.watch('scopes');
  const send = form.handleSubmit(async ({ label, scopes, ipList }) => {
    try {
      onCreated(await createApiKey(quietCall, { label: label.trim(), scopes, ipList: readList(ipList) }));
    } catch (error) {
      form.setError('root', { message: refusalText(t, error) });
    }
  });
  const toggle = (scope: Scope, isOn: boolean) =>
    form.setValue('scopes', isOn ? [...scopes, scope] : scopes.filter((known) => known !== scope));
  return (
    <form onSubmit={(event) => void send(event)} className="grid grid-cols-1 gap-4 px-4 pb-4">
      <TextField
        label={t('account.label')}
        maxLength={MOST_KEY_LABEL_LENGTH}
        autoComplete="off"
        error={errors.label?.message}
        hint={t('account.label_hint')}
        {...form.register('label', { validate: (label) => (label.trim() === '' ? t('account.label_missing') : true) })}
      />
      <fieldset>
        <legend className="mb-1.5 text-13 font-medium text-muted">{t('account.scopes')}</legend>
        <div className="grid gap-1">
          {SCOPES.map((scope) => (
            <Checkbox
              key={scope}
              checked={scopes.includes(scope)}
              onChange={(isOn) => toggle(scope, isOn)}
              className="min-h-9"
            >
              {t(`account.scope_${scope}`)}
            </Checkbox>
          ))}
        </div>
      </fieldset>
      <AddressListField error={errors.ipList?.message} {...form.register('ipList', { validate })} />
      {errors.root?.message ? <FieldError text={errors.root.message} className="mt-0" /> : null}
      <Button
        type="submit"
        look="primary"
        className="h-11"
        busy={isSubmitting}
        disabled={isSubmitting || scopes.length === 0}
      >
        {t('account.create_key')}
      </Button>
    </form>
  );
}
