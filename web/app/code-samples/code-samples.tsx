import { Copy } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../i18n/use-translation.tsx';
import { Button } from '../../ui/button.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { showToast } from '../../ui/toast.tsx';
import { samplesFor, type SampleKind } from './samples.ts';

const LABELS: Readonly<Record<SampleKind, string>> = {
  ccxt: 'ccxt',
  rest: 'REST',
  signed: 'HMAC',
  socket: 'WebSocket',
};

type CodeSamplesProps = {
  /** Names the whole for who cannot see it. */
  readonly label: string;
  /** Of this site: the address that the code calls. */
  readonly origin: string;
  readonly kinds: readonly [SampleKind, ...SampleKind[]];
};

/** Code to copy, one kind at a time. */
export function CodeSamples({ label, origin, kinds }: CodeSamplesProps) {
  const { t } = useTranslation();
  const [kind, setKind] = useState(kinds[0]);
  const code = samplesFor(origin);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code[kind]);
      showToast('success', t('common.copied'));
    } catch {
      showToast('error', t('common.copy_failed'));
    }
  };
  const tabs = kinds.map((value) => ({
    value,
    label: LABELS[value],
    // Long lines are broken where it is narrow: what is cut at an edge cannot be read, and a scroll bar there is easily missed.
    panel: (
      <pre
        dir="ltr"
        translate="no"
        aria-label={t('common.code_label', { name: LABELS[value] })}
        className="p-4 font-code text-12 leading-5 wrap-anywhere whitespace-pre-wrap text-fg"
      >
        {code[value]}
      </pre>
    ),
  }));
  return (
    <div className="mt-4 rounded-2 border border-line bg-surface">
      <Tabs
        label={label}
        value={kind}
        onChange={setKind}
        height="touch"
        tabs={tabs}
        end={
          <Button look="ghost" size="sm" onClick={() => void copy()}>
            <Copy aria-hidden className="size-4" />
            {t('common.copy')}
          </Button>
        }
      />
    </div>
  );
}
