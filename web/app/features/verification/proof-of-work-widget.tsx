import { Check, ShieldCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { dataOf, quietCall } from '../../api/client.ts';
import { findNumber, type Task } from './proof-of-work.ts';
import type { VerificationWidgetProps } from './widget.ts';

const CALLS = '/auth/api/v1/humancode';

/** One press; the browser does the work (decision 049). */
export function ProofOfWorkWidget({ state, onNews }: VerificationWidgetProps) {
  const { t } = useTranslation();
  const [phase, setPhase] = useState<'ready' | 'working' | 'sent' | 'failed'>('ready');
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => void (isGone.current = true);
  }, []);
  const work = async () => {
    setPhase('working');
    const { bizId, client, platform, uid, domain } = state;
    try {
      const asked = { method: 'POST', body: { bizId, client, platform, uid, domain } };
      const task = await dataOf<Task>(quietCall(`${CALLS}/challenge`, asked));
      const number = await findNumber(task, () => isGone.current);
      if (number === null) return isGone.current ? undefined : setPhase('failed');
      await dataOf(quietCall(`${CALLS}/solve`, { method: 'POST', body: { bizId, number } }));
      setPhase('sent');
      onNews();
    } catch {
      setPhase('failed');
    }
  };
  const isBusy = phase === 'working' || phase === 'sent';
  const Icon = phase === 'sent' ? Check : ShieldCheck;
  return (
    <div className="grid gap-3">
      <Button look="line" size="lg" className="w-full text-14" busy={isBusy} onClick={() => void work()}>
        <Icon aria-hidden className="size-5 text-accent" />
        {t(isBusy ? 'popups.verify.working' : 'popups.verify.action')}
      </Button>
      <p role="status" className="text-13 text-muted">
        {phase === 'failed' ? t('popups.verify.not_sent') : ''}
      </p>
    </div>
  );
}
