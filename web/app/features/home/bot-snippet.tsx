import { Copy } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Button } from '../../../ui/button.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useLocale } from '../../i18n/use-locale.ts';
import { snippets, type SnippetKind } from './snippets.ts';

/** Code that runs as it stands against this very server: the address is the one of the page. */
export function BotSnippet({ origin }: { origin: string }) {
  const { t } = useTranslation();
  const { to } = useLocale();
  const [kind, setKind] = useState<SnippetKind>('ccxt');
  const code = snippets(origin);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code[kind]);
      showToast('success', t('common.copied'));
    } catch {
      showToast('error', t('common.copy_failed'));
    }
  };
  const panel = (name: SnippetKind) => (
    <pre
      dir="ltr"
      tabIndex={0}
      aria-label={t('home.code_label', { name })}
      className="scroll-quiet overflow-x-auto p-4 font-code text-12 leading-5 text-fg"
    >
      {code[name]}
    </pre>
  );
  return (
    <section aria-labelledby="bots-title" className="min-w-0">
      <h2 id="bots-title" className="text-20">
        {t('home.bots_title')}
      </h2>
      <p className="mt-2 max-w-[560px] text-13 text-muted">{t('home.bots')}</p>
      <div className="mt-4 rounded-2 border border-line bg-surface">
        <Tabs
          label={t('home.bots_title')}
          value={kind}
          onChange={setKind}
          height="touch"
          tabs={[
            { value: 'ccxt', label: 'ccxt', panel: panel('ccxt') },
            { value: 'rest', label: 'REST', panel: panel('rest') },
            { value: 'socket', label: 'WebSocket', panel: panel('socket') },
          ]}
          end={
            <Button look="ghost" size="sm" onClick={() => void copy()}>
              <Copy aria-hidden className="size-4" />
              {t('common.copy')}
            </Button>
          }
        />
      </div>
      <Link to={to('/account/api')} className="mt-3 inline-block text-13 font-medium text-accent hover:underline">
        {t('home.make_key')}
      </Link>
    </section>
  );
}
