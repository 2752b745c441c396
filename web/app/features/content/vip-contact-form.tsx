import { VIP_LETTERS } from '@agio/contracts/vip-limits';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Link, useLocation } from 'react-router';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { ErrorState, SkeletonRows } from '../../../ui/states.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { FieldError, TextField } from '../../../ui/text-field.tsx';
import { numberFault } from '../../../ui/typed-number.ts';
import { useTypedNumber } from '../../../ui/use-typed-number.ts';
import { quietCall } from '../../api/client.ts';
import { getVipContact, sendVipContact } from '../../api/calls/vip.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { refusalText } from '../../i18n/words.ts';
import { rowTime } from '../../terminal/clock.ts';
import { useViewer } from '../../visitor/session.ts';

const CONTACT = ['vip-contact'];
const TEXTS = ['name', 'contact', 'country'] as const;
type TextName = (typeof TEXTS)[number];
type FieldName = TextName | 'monthlyVolume';
type Typed = Readonly<Record<FieldName | 'message', string>>;
const NOTHING: Typed = { name: '', contact: '', country: '', monthlyVolume: '', message: '' };
const COMPLETES: Readonly<Record<TextName, string>> = { name: 'name', contact: 'email', country: 'country-name' };
const VOLUME_DECIMALS = 2;

/** Asks for VIP service; a visitor is asked to log in first, and who has asked sees when. */
export function VipContact() {
  const { t } = useTranslation();
  const { to } = useLocale();
  const { pathname } = useLocation();
  const { isLoggedIn } = useViewer();
  const client = useQueryClient();
  const asked = useQuery({ queryKey: CONTACT, queryFn: () => getVipContact(quietCall), enabled: isLoggedIn });
  if (!isLoggedIn)
    return (
      <p className="mt-3 flex flex-wrap items-center gap-3 text-14 text-muted">
        {t('vip.log_in_first')}
        <Link to={`${to('/login')}?redirect=${encodeURIComponent(pathname)}`} className={buttonClass('primary')}>
          {t('frame.log_in')}
        </Link>
      </p>
    );
  if (asked.isError)
    return <ErrorState text={t('vip.failed')} retryLabel={t('common.retry')} onRetry={() => void asked.refetch()} />;
  if (!asked.data) return <SkeletonRows rows={5} height="h-14" label={t('common.loading')} />;
  const { sentAt, nextAt } = asked.data;
  if (sentAt !== null && nextAt !== null && nextAt > Date.now())
    return (
      <p role="status" className="mt-3 flex items-start gap-2 text-14">
        <CircleCheck aria-hidden className="mt-0.5 size-5 flex-none text-up" />
        <span>
          {t('vip.sent', { time: rowTime(sentAt, Date.now(), true) })}{' '}
          {t('vip.again_from', { time: rowTime(nextAt, Date.now(), true) })}
        </span>
      </p>
    );
  return <ContactForm onSent={(sent) => client.setQueryData(CONTACT, sent)} />;
}

function ContactForm({ onSent }: { readonly onSent: (sent: Awaited<ReturnType<typeof sendVipContact>>) => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(NOTHING);
  const [faults, setFaults] = useState<Readonly<Partial<Record<FieldName, string>>>>({});
  const [refused, setRefused] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const [attempts, setAttempts] = useState(0);
  // The first field that is wrong may be off the screen.
  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [attempts]);
  const set = (name: FieldName | 'message', text: string) => {
    setTyped((before) => ({ ...before, [name]: text }));
    setFaults((before) => ({ ...before, [name]: undefined }));
    setRefused(null);
  };
  const volume = useTypedNumber(typed.monthlyVolume, (text) => set('monthlyVolume', text));
  const volumeFault = (): string | undefined => {
    const fault = numberFault(typed.monthlyVolume, VOLUME_DECIMALS);
    if (fault !== null) return t(`common.number_${fault}`, { decimals: String(VOLUME_DECIMALS) });
    return /[1-9]/.test(typed.monthlyVolume) ? undefined : t('vip.volume_missing');
  };
  const send = async () => {
    const missing = TEXTS.filter((name) => typed[name].trim() === '').map((name) => [name, t('vip.missing')] as const);
    const found = { ...Object.fromEntries(missing), monthlyVolume: volumeFault() };
    setFaults(found);
    setAttempts((before) => before + 1);
    if (Object.values(found).some((text) => text !== undefined)) return;
    setIsBusy(true);
    try {
      onSent(await sendVipContact(quietCall, { ...typed, monthlyVolume: typed.monthlyVolume.replace(/\.$/, '') }));
    } catch (failure) {
      setRefused(refusalText(t, failure));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void send();
      }}
      className="mt-3 grid max-w-[480px] gap-3"
    >
      {TEXTS.map((name) => (
        <TextField
          key={name}
          label={t(`vip.${name}`)}
          dir="auto"
          maxLength={VIP_LETTERS[name]}
          autoComplete={COMPLETES[name]}
          value={typed[name]}
          onChange={(event) => set(name, event.target.value)}
          error={faults[name]}
          hint={name === 'contact' ? t('vip.contact_hint') : undefined}
        />
      ))}
      <TextField
        label={t('vip.volume')}
        dir="ltr"
        inputMode="decimal"
        autoComplete="off"
        {...volume.field}
        error={faults.monthlyVolume}
        hint={volume.isFull ? t('common.number_length') : undefined}
        end={<span className="text-13 text-muted">USDT</span>}
      />
      <TextArea
        label={t('vip.message')}
        maxLength={VIP_LETTERS.message}
        value={typed.message}
        onChange={(event) => set('message', event.target.value)}
        hint={t('vip.message_hint', { count: VIP_LETTERS.message - typed.message.length })}
      />
      {refused === null ? null : <FieldError text={refused} className="mt-0" />}
      <Button type="submit" look="primary" className="h-11" busy={isBusy}>
        {t('vip.send')}
      </Button>
    </form>
  );
}
