import { Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { ask } from '../../../ui/confirm.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { deleteApiKey } from '../../api/calls/account.ts';
import { browserCall } from '../../api/client.ts';
import type { ApiKeyView } from '../../api/types.ts';
import { intlTag } from '../../i18n/intl-tag.ts';
import { isolated } from '../../i18n/isolated.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { ChangeAddressesForm } from './change-addresses-form.tsx';

/** Letters of a key's name that tell it apart from the others. */
const SHOWN_KEY = 12;

type KeyTableProps = { readonly keys: readonly ApiKeyView[]; readonly onChanged: () => void };

/** A table where its columns have room; elsewhere each key is a card, so that nothing has to be scrolled sideways. */
export function KeyTable({ keys, onChanged }: KeyTableProps) {
  const { t } = useTranslation();
  const [changing, setChanging] = useState<ApiKeyView | null>(null);
  const changed = () => {
    setChanging(null);
    showToast('success', t('account.ip_list_changed'), changing?.label);
    onChanged();
  };
  return (
    <>
      <table className="w-full border-collapse text-13 max-xl:block">
        <caption className="sr-only">{t('account.api_title')}</caption>
        <thead className="text-12 whitespace-nowrap text-faint max-xl:hidden">
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
        <tbody className="max-xl:block max-xl:[&>tr:first-child]:border-0">
          {keys.map((key) => (
            <KeyRow key={key.id} apiKey={key} onChange={() => setChanging(key)} onDeleted={onChanged} />
          ))}
        </tbody>
      </table>
      <Dialog
        isOpen={changing !== null}
        onOpenChange={() => setChanging(null)}
        title={t('account.ip_list')}
        closeLabel={t('common.close')}
      >
        {changing ? <ChangeAddressesForm apiKey={changing} onChanged={changed} /> : null}
      </Dialog>
    </>
  );
}

type KeyRowProps = {
  readonly apiKey: ApiKeyView;
  readonly onChange: () => void;
  readonly onDeleted: () => void;
};

function KeyRow({ apiKey, onChange, onDeleted }: KeyRowProps) {
  const { t } = useTranslation();
  const label = isolated(apiKey.label);
  const remove = async () => {
    await deleteApiKey(browserCall, apiKey.id);
    showToast('success', t('account.key_deleted'), apiKey.label);
    onDeleted();
  };
  const askToRemove = () =>
    ask({
      title: t('account.delete_key'),
      text: t('account.delete_warning', { label }),
      confirmLabel: t('account.delete_key'),
      cancelLabel: t('common.keep'),
      isDangerous: true,
      onConfirm: remove,
    });
  const facts: readonly { readonly name: string; readonly value: ReactNode }[] = [
    { name: t('account.key'), value: <Code text={`${apiKey.apiKey.slice(0, SHOWN_KEY)}…`} /> },
    { name: t('account.scopes'), value: <Scopes scopes={apiKey.scopes} /> },
    { name: t('account.ip_list'), value: <Addresses list={apiKey.ipList} /> },
    { name: t('account.created'), value: <CreationDate timeMs={apiKey.createdAt} /> },
  ];
  return (
    <tr className="border-t border-line max-xl:grid max-xl:grid-cols-[minmax(0,1fr)_auto] max-xl:px-4 max-xl:py-3 xl:h-11 xl:[&>td]:px-3 xl:[&>td]:py-2">
      <td className="wrap-anywhere xl:!ps-4">
        <bdi className="font-medium max-xl:text-14">{apiKey.label}</bdi>
      </td>
      {facts.map(({ name, value }) => (
        <td key={name} className="text-muted max-xl:hidden">
          {value}
        </td>
      ))}
      <td className="text-end whitespace-nowrap max-xl:-my-2.5">
        <IconButton label={t('account.ip_list_change', { label })} onClick={onChange} className="max-xl:size-11">
          <Pencil aria-hidden className="size-4" />
        </IconButton>
        <IconButton
          label={t('account.delete_named', { label })}
          onClick={() => void askToRemove()}
          className="max-xl:-me-3 max-xl:size-11"
        >
          <Trash2 aria-hidden className="size-4" />
        </IconButton>
      </td>
      <td className="col-span-2 xl:hidden">
        <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
          {facts.map(({ name, value }) => (
            <div key={name} className="contents">
              <dt className="text-12 text-faint">{name}</dt>
              <dd className="text-muted">{value}</dd>
            </div>
          ))}
        </dl>
      </td>
    </tr>
  );
}

function Scopes({ scopes }: { scopes: ApiKeyView['scopes'] }) {
  const { t } = useTranslation();
  return (
    <ul className="flex flex-wrap gap-1">
      {scopes.map((scope) => (
        <li key={scope} className="rounded-[3px] bg-hover px-1.5 py-px text-12">
          {t(`account.scope_${scope}`)}
        </li>
      ))}
    </ul>
  );
}

/** One below the other: a line of several would be read in another order from right to left. */
function Addresses({ list }: { list: readonly string[] }) {
  const { t } = useTranslation();
  if (list.length === 0) return t('account.ip_any');
  return (
    <ul>
      {list.map((entry) => (
        <li key={entry} className="wrap-anywhere">
          <Code text={entry} />
        </li>
      ))}
    </ul>
  );
}

function Code({ text }: { text: string }) {
  return (
    <code translate="no" dir="ltr" className="font-code text-12">
      {text}
    </code>
  );
}

function CreationDate({ timeMs }: { timeMs: number }) {
  const { locale } = useLocale();
  // UTC, so that the server and the browser write the same date.
  const date = new Intl.DateTimeFormat(intlTag(locale.tag), { dateStyle: 'medium', timeZone: 'UTC' });
  return (
    // Browsers know the names of months in fewer languages than the server: what the server wrote is kept.
    <time className="whitespace-nowrap" dateTime={new Date(timeMs).toISOString()} suppressHydrationWarning>
      {date.format(timeMs)}
    </time>
  );
}
