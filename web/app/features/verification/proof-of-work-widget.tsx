import { Check, ShieldCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Button } from '../../../ui/button.tsx';
import { quietCall } from '../../api/client.ts';
import { request } from '../../api/request.ts';
import { findNumber } from './proof-of-work.ts';
import type { VerificationWidgetProps } from './widget.ts';

/** A button; after one press the browser computes the proof of work (decision 049). */
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
    const { bizId } = state;
    try {
      const task = await request(quietCall, 'POST /auth/api/v1/humancode/challenge', { body: { bizId } });
      const number = await findNumber(task, () => isGone.current);
      if (number === null) return isGone.current ? undefined : setPhase('failed');
      await request(quietCall, 'POST /auth/api/v1/humancode/solve', { body: { bizId, number } });
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
