import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Copy, Plus, Trash2, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../../../ui/button.tsx';
import { ask } from '../../../ui/confirm.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../../ui/states.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { deleteApiKey, getApiKeys } from '../../api/account.ts';
import { browserCall, quietCall } from '../../api/client.ts';
import type { ApiKeyView } from '../../api/types.ts';
import { intlTag } from '../../i18n/intl-tag.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { CreateKeyForm } from './create-key-form.tsx';

const LIST = ['api-keys'];

type CreatedKey = { readonly apiKey: string; readonly apiSecret: string };

export function ApiKeys({ first }: { first: readonly ApiKeyView[] | null }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [isCreating, setIsCreating] = useState(false);
  const [created, setCreated] = useState<CreatedKey | null>(null);
  const keys = useQuery({
    queryKey: LIST,
    queryFn: () => getApiKeys(quietCall),
    ...(first ? { initialData: first } : {}),
  });
  const onCreated = (key: CreatedKey) => {
    setIsCreating(false);
    setCreated(key);
    void client.invalidateQueries({ queryKey: LIST });
  };
  const createButton = (
    <Button look="primary" onClick={() => setIsCreating(true)}>
      <Plus aria-hidden className="size-4" />
      {t('account.create_key')}
    </Button>
  );
  return (
    <>
      <div className="flex flex-wrap items-center gap-3 pt-5 pb-2">
        <h1 className="me-auto text-28">{t('account.api_title')}</h1>
        {createButton}
      </div>
      <p className="mb-4 max-w-[640px] text-13 text-muted">{t('account.api_lead')}</p>
      {created ? <SecretNotice created={created} onClose={() => setCreated(null)} /> : null}
      <section
        aria-label={t('account.api_title')}
        className="relative overflow-x-auto rounded-2 border border-line bg-surface py-2"
      >
        {keys.isPending ? <SkeletonRows rows={3} height="h-9" label={t('common.loading')} /> : null}
        {keys.isError ? (
          <ErrorState
            text={t('common.load_failed')}
            retryLabel={t('common.retry')}
            onRetry={() => void keys.refetch()}
            className="py-12"
          />
        ) : null}
        {keys.data?.length === 0 ? <EmptyState text={t('account.no_keys')} className="py-12" /> : null}
        {keys.data && keys.data.length > 0 ? <KeyTable keys={keys.data} /> : null}
      </section>
      <Dialog
        isOpen={isCreating}
        onOpenChange={setIsCreating}
        title={t('account.create_key')}
        closeLabel={t('common.close')}
      >
        <CreateKeyForm onCreated={onCreated} />
      </Dialog>
    </>
  );
}

function SecretNotice({ created, onClose }: { created: CreatedKey; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <section
      aria-label={t('account.new_key')}
      className="enter mb-4 rounded-2 border border-line-strong bg-warn-tint p-4"
    >
      <p className="flex items-start gap-2 font-medium">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 flex-none text-warn" />
        {t('account.secret_once')}
      </p>
      <dl className="mt-3 grid gap-2">
        <Copyable name={t('account.key')} value={created.apiKey} />
        <Copyable name={t('account.secret')} value={created.apiSecret} />
      </dl>
      <Button size="sm" className="mt-3" onClick={onClose}>
        {t('account.secret_saved')}
      </Button>
    </section>
  );
}

function Copyable({ name, value }: { name: string; value: string }) {
  const { t } = useTranslation();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      showToast('success', t('common.copied'));
    } catch {
      showToast('error', t('common.copy_failed'));
    }
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <dt className="w-20 text-12 text-muted">{name}</dt>
      <dd className="flex min-w-0 flex-1 items-center gap-1">
        <code translate="no" dir="ltr" className="min-w-0 font-code text-12 break-all">
          {value}
        </code>
        <IconButton label={t('account.copy_value', { name })} onClick={() => void copy()}>
          <Copy aria-hidden className="size-4" />
        </IconButton>
      </dd>
    </div>
  );
}

function KeyTable({ keys }: { keys: readonly ApiKeyView[] }) {
  const { t } = useTranslation();
  const { locale } = useLocale();
  const client = useQueryClient();
  const remove = async ({ id }: ApiKeyView) => {
    await deleteApiKey(browserCall, id);
    showToast('success', t('account.key_deleted'));
    void client.invalidateQueries({ queryKey: LIST });
  };
  const askToRemove = (key: ApiKeyView) =>
    ask({
      title: t('account.delete_key'),
      text: t('account.delete_warning', { label: key.label }),
      confirmLabel: t('account.delete_key'),
      cancelLabel: t('common.keep'),
      isDangerous: true,
      onConfirm: () => remove(key),
    });
  // UTC, so that the server and the browser write the same date.
  const date = new Intl.DateTimeFormat(intlTag(locale.tag), { dateStyle: 'medium', timeZone: 'UTC' });
  return (
    <table className="w-full border-collapse text-13 whitespace-nowrap">
      <caption className="sr-only">{t('account.api_title')}</caption>
      <thead className="text-12 text-faint">
        <tr className="h-8 [&>th]:px-3 [&>th]:text-start [&>th]:font-medium">
          <th scope="col" className="!ps-4">
            {t('account.label')}
          </th>
          <th scope="col">{t('account.key')}</th>
          <th scope="col">{t('account.scopes')}</th>
          <th scope="col">{t('account.ip_list')}</th>
          <th scope="col">{t('account.created')}</th>
          <th scope="col">
            <span className="sr-only">{t('account.delete_key')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <tr key={key.id} className="h-11 border-t border-line [&>td]:px-3">
            <td className="!ps-4 font-medium">{key.label}</td>
            <td>
              <code translate="no" dir="ltr" className="font-code text-12">
                {key.apiKey.slice(0, 12)}…
              </code>
            </td>
            <td className="text-muted">{key.scopes.map((scope) => t(`account.scope_${scope}`)).join(', ')}</td>
            <td className="max-w-64 min-w-40 text-muted [overflow-wrap:anywhere] whitespace-normal">
              {key.ipList.length === 0 ? (
                t('account.ip_any')
              ) : (
                <code translate="no" dir="ltr" className="font-code text-12">
                  {key.ipList.join(', ')}
                </code>
              )}
            </td>
            <td className="text-muted">
              {/* Browsers know the months of fewer languages than the server: what it wrote stays. */}
              <time dateTime={new Date(key.createdAt).toISOString()} suppressHydrationWarning>
                {date.format(key.createdAt)}
              </time>
            </td>
            <td className="text-end">
              <IconButton label={t('account.delete_named', { label: key.label })} onClick={() => void askToRemove(key)}>
                <Trash2 aria-hidden className="size-4" />
              </IconButton>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
