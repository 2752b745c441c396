import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Copy, Plus, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../../ui/states.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { getApiKeys } from '../../api/calls/account.ts';
import { quietCall } from '../../api/client.ts';
import type { ApiKeyView } from '../../api/types.ts';
import { CreateKeyForm } from './create-key-form.tsx';
import { KeyTable } from './key-table.tsx';

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
  const readAgain = () => void client.invalidateQueries({ queryKey: LIST });
  const onCreated = (key: CreatedKey) => {
    setIsCreating(false);
    setCreated(key);
    readAgain();
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
        {keys.data && keys.data.length > 0 ? <KeyTable keys={keys.data} onChanged={readAgain} /> : null}
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
