import { Search } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { TradingCall } from '../../api/types.ts';
import { findCalls } from './find-calls.ts';

/** Every call of the trading API, as the running server declares it; found by a part of its path, its text or a parameter. */
export function CallList({ calls }: { readonly calls: readonly TradingCall[] }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const wanted = useDeferredValue(typed);
  const found = findCalls(calls, wanted);
  return (
    <>
      <TextField
        type="search"
        label={t('developers.find')}
        placeholder={t('developers.find')}
        isLabelHidden
        icon={<Search aria-hidden className="size-4" />}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className="mt-3 max-w-[420px]"
      />
      {found.length === 0 ? (
        <p role="status" className="mt-4 text-14 text-muted">
          {t('developers.none', { text: wanted })}
        </p>
      ) : (
        <ul aria-label={t('developers.calls_title')} className="mt-4 grid gap-2">
          {found.map((call) => (
            <CallItem key={`${call.method} ${call.path}`} call={call} />
          ))}
        </ul>
      )}
    </>
  );
}

const METHOD_TONES: Readonly<Record<string, string>> = {
  GET: 'text-up',
  POST: 'text-accent',
  PUT: 'text-warn',
  DELETE: 'text-down',
};

function CallItem({ call }: { readonly call: TradingCall }) {
  const { t } = useTranslation();
  const who = {
    public: t('developers.anyone'),
    key: t('developers.key_only'),
    signed: t('developers.signed', { scope: call.scope }),
  }[call.permission];
  return (
    <li className="grid gap-x-4 gap-y-1 rounded-2 border border-line bg-surface px-3 py-2.5 md:grid-cols-[minmax(0,1fr)_auto]">
      <p dir="ltr" translate="no" className="font-code text-12 wrap-anywhere md:col-start-1">
        <span className={`inline-block w-[52px] font-semibold ${METHOD_TONES[call.method] ?? ''}`}>{call.method}</span>
        <span className="text-fg">{call.path}</span>
      </p>
      <p className="text-12 text-muted md:text-end">
        {who}
        <span aria-hidden className="mx-1.5 text-faint">
          ·
        </span>
        {t('developers.weight')} <bdi>{call.weight}</bdi>
      </p>
      {/* The contract itself, which is written in English. */}
      <p dir="ltr" lang="en" className="text-13 text-muted md:col-span-2">
        {call.summary}
      </p>
      {call.parameters.length > 0 ? (
        <ul
          dir="ltr"
          translate="no"
          aria-label={t('developers.parameters')}
          className="flex flex-wrap gap-1 md:col-span-2"
        >
          {call.parameters.map((name) => (
            <li key={name} className="rounded-1 bg-raised px-1.5 py-0.5 font-code text-11 text-muted">
              {name}
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  );
}
