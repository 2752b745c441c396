import { REFUSALS } from '@agio/contracts/errors';
import type { Capital } from '@agio/contracts/http/futures-shapes';
import { useQuery } from '@tanstack/react-query';
import { ArrowDownUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from '../i18n/use-translation.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { AMOUNT_DECIMALS, compareDecimals } from '../../ui/decimal.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { formatAmount } from '../../ui/format.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { FieldError, TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { numberFault } from '../../ui/typed-number.ts';
import { useTypedNumber } from '../../ui/use-typed-number.ts';
import { getBalances, transfer } from '../api/calls/account.ts';
import { quietCall } from '../api/client.ts';
import { repeatKeyOf } from '../api/repeat-key.ts';
import { ApiError, request } from '../api/request.ts';
import type { Balance, Wallet } from '../api/types.ts';
import { coinFigure } from '../figures/coin-amount.ts';
import { refusalText } from '../i18n/words.ts';
import { leavable, MARGIN_COIN, movableFrom, transferStart } from './transfer-start.ts';

type TransferDialogProps = {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  /** The wallet beside which the button was pressed; null: the one that suits best. */
  readonly from: Wallet | null;
  readonly balances: readonly Balance[];
  readonly capital: Capital | null;
  readonly onDone: () => void;
};

type Fields = { asset: string; amount: string };

export function TransferDialog({ isOpen, onOpenChange, onDone, ...form }: TransferDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog isOpen={isOpen} onOpenChange={onOpenChange} title={t('assets.transfer')} closeLabel={t('common.close')}>
      <TransferForm
        {...form}
        onDone={() => {
          onOpenChange(false);
          onDone();
        }}
      />
    </Dialog>
  );
}

/** The same from any page: what can be moved is asked for when it opens. */
export function TransferFromAnywhere({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const query = useQuery({
    queryKey: ['transfer'],
    queryFn: async () => {
      const [balances, { capital }] = await Promise.all([
        getBalances(quietCall),
        request(quietCall, 'GET /futures/account/capital'),
      ]);
      return { balances, capital };
    },
    // What was held when it was last opened may be gone, and the form begins with what it is given.
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return (
    <Dialog isOpen onOpenChange={onClose} title={t('assets.transfer')} closeLabel={t('common.close')}>
      {query.isPending ? (
        <SkeletonRows rows={4} height="h-11" label={t('common.loading')} />
      ) : query.isError ? (
        <ErrorState
          text={t('assets.load_failed')}
          retryLabel={t('common.retry')}
          onRetry={() => void query.refetch()}
          className="py-8"
        />
      ) : (
        <TransferForm from={null} {...query.data} onDone={onClose} />
      )}
    </Dialog>
  );
}

type TransferFormProps = Omit<TransferDialogProps, 'isOpen' | 'onOpenChange'>;

function TransferForm({ from: chosen, balances, capital, onDone }: TransferFormProps) {
  const { t } = useTranslation();
  const [start] = useState(() => transferStart(balances, chosen));
  const [from, setFrom] = useState<Wallet>(start.from);
  const to: Wallet = from === 'SPOT' ? 'FUTURES' : 'SPOT';
  // Pressing again after a lost answer moves the money once.
  const repeat = repeatKeyOf('transfer');
  const assets = movableFrom(from, balances);
  const form = useForm<Fields>({ defaultValues: { asset: start.asset, amount: '' } });
  const asset = form.watch('asset');
  const turn = () => {
    setFrom(to);
    if (!movableFrom(to, balances).includes(asset)) form.setValue('asset', MARGIN_COIN);
  };
  const available = leavable(balances, capital, from, asset);
  // A transfer may end bonus. The confirmation is asked for only after the server has said so.
  const [endsBonus, setEndsBonus] = useState(false);
  const [confirmForfeit, setConfirmForfeit] = useState(false);
  const { errors, isSubmitting } = form.formState;
  const amountInput = useRef<HTMLInputElement>(null);
  const send = form.handleSubmit(
    async ({ amount }) => {
      try {
        const body = { asset, from, to, amount, confirmForfeit };
        await repeat.send(body, (sent, key) => transfer(quietCall, sent, key));
        showToast('success', t('assets.transferred', { amount: formatAmount(amount, AMOUNT_DECIMALS), asset }));
        onDone();
      } catch (error) {
        setEndsBonus(error instanceof ApiError && error.code === REFUSALS.BONUS_FORFEIT.code);
        form.setError('root', { message: refusalText(t, error) });
      }
    },
    () => amountInput.current?.focus(),
  );
  const checkAmount = (amount: string) => {
    const fault = numberFault(amount, AMOUNT_DECIMALS);
    if (fault !== null) return t(`common.number_${fault}`, { decimals: String(AMOUNT_DECIMALS) });
    if (!/[1-9]/.test(amount)) return t('assets.amount_missing');
    return compareDecimals(amount, available) > 0
      ? t('assets.amount_above', { available: formatAmount(available, AMOUNT_DECIMALS), asset })
      : true;
  };
  // Without its input, which shows groups: the form holds the number itself.
  const { name } = form.register('amount', { validate: checkAmount });
  // An invalid number is marked while it is typed; a missing balance only on sending.
  const amountText = useTypedNumber(form.watch('amount'), (amount) =>
    form.setValue('amount', amount, {
      shouldValidate: numberFault(amount, AMOUNT_DECIMALS) !== null || errors.amount !== undefined,
    }),
  );
  return (
    <form onSubmit={(event) => void send(event)} className="grid grid-cols-1 gap-4 px-4 pb-4">
      <div className="flex items-center gap-3 rounded-1 border border-line p-3">
        <dl className="grid min-w-0 flex-1 grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-13">
          <dt className="text-muted">{t('assets.from')}</dt>
          <dd className="font-medium">{t(`assets.wallet_${from}`)}</dd>
          <dt className="text-muted">{t('assets.to')}</dt>
          <dd className="font-medium">{t(`assets.wallet_${to}`)}</dd>
        </dl>
        <IconButton label={t('assets.swap')} onClick={turn}>
          <ArrowDownUp aria-hidden className="size-4" />
        </IconButton>
      </div>
      <SelectField label={t('assets.asset')} {...form.register('asset')}>
        {assets.map((code) => (
          <option key={code}>{code}</option>
        ))}
      </SelectField>
      {to === 'FUTURES' ? (
        <p className="-mt-2 text-12 text-muted">{t('assets.only_margin', { asset: MARGIN_COIN })}</p>
      ) : null}
      <TextField
        label={t('assets.amount')}
        inputMode="decimal"
        autoComplete="off"
        dir="ltr"
        error={errors.amount?.message}
        hint={
          amountText.isFull
            ? t('common.number_length')
            : t('assets.available_is', { available: coinFigure(available, asset), asset })
        }
        end={
          <button
            type="button"
            className="text-12 font-semibold text-accent"
            onClick={() => form.setValue('amount', available, { shouldValidate: true })}
          >
            {t('assets.max')}
          </button>
        }
        name={name}
        {...amountText.field}
        ref={(input) => {
          amountInput.current = input;
          amountText.field.ref(input);
        }}
      />
      {errors.root?.message ? <FieldError text={errors.root.message} className="mt-0" /> : null}
      {endsBonus ? (
        <Checkbox checked={confirmForfeit} onChange={setConfirmForfeit} className="min-h-11 text-13 whitespace-normal">
          {t('assets.end_bonus')}
        </Checkbox>
      ) : null}
      <Button type="submit" look="primary" className="h-11" busy={isSubmitting}>
        {t('assets.transfer')}
      </Button>
    </form>
  );
}
