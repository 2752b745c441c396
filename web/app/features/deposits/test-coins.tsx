import { FlaskConical } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Button } from '../../../ui/button.tsx';
import { compareDecimals } from '../../../ui/decimal.ts';
import { formatAmount } from '../../../ui/format.ts';
import { TextField } from '../../../ui/text-field.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { numberFault } from '../../../ui/typed-number.ts';
import { useTypedNumber } from '../../../ui/use-typed-number.ts';
import { quietCall } from '../../api/client.ts';
import { sendTestCoins, type DepositCoin } from '../../api/calls/deposits.ts';
import { repeatKeyOf } from '../../api/repeat-key.ts';
import { refusalText } from '../../i18n/words.ts';

const DECIMALS = 8;

type TestCoinsProps = { readonly coin: DepositCoin; readonly network: string; readonly onSent: () => void };

/** What a demo has instead of somebody who sends coins from outside. */
export function TestCoins({ coin: { asset, testAmount }, network, onSent }: TestCoinsProps) {
  const { t } = useTranslation();
  const [amount, setAmount] = useState(testAmount);
  const [error, setError] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  // Pressing again after a lost answer sends the coins once.
  const repeat = repeatKeyOf('test coins');
  const most = formatAmount(testAmount, DECIMALS);
  const typed = useTypedNumber(amount, (text) => {
    setAmount(text);
    setError('');
  });
  const faultOf = (): string => {
    const fault = numberFault(amount, DECIMALS);
    if (fault !== null) return t(`common.number_${fault}`, { decimals: String(DECIMALS) });
    if (!/[1-9]/.test(amount)) return t('deposit.amount_missing');
    return compareDecimals(amount, testAmount) > 0 ? t('deposit.amount_above', { most, asset }) : '';
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const fault = faultOf();
    setError(fault);
    if (fault !== '') return;
    setIsBusy(true);
    try {
      await repeat.send({ asset, network, amount }, (body, key) => sendTestCoins(quietCall, body, key));
      showToast('success', t('deposit.sent', { amount: formatAmount(amount, DECIMALS), asset }));
      onSent();
    } catch (refused) {
      setError(refusalText(t, refused));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <section
      aria-labelledby="test-coins"
      className="grid grid-cols-1 content-start gap-4 rounded-2 border border-line bg-surface p-4 md:p-5"
    >
      <div>
        <h2 id="test-coins" className="text-16">
          {t('deposit.test_coins')}
        </h2>
        <p className="pt-1 text-13 text-muted">{t('deposit.test_coins_lead')}</p>
      </div>
      <form noValidate onSubmit={(event) => void send(event)} className="grid grid-cols-1 gap-4">
        <TextField
          label={t('deposit.amount')}
          inputMode="decimal"
          autoComplete="off"
          dir="ltr"
          {...typed.field}
          error={error || undefined}
          hint={typed.isFull ? t('common.number_length') : t('deposit.at_most', { most, asset })}
          end={
            <span translate="no" className="text-13 font-medium text-muted">
              {asset}
            </span>
          }
        />
        <Button type="submit" look="primary" className="h-11" busy={isBusy}>
          <FlaskConical aria-hidden className="size-4" />
          {t('deposit.test_coins')}
        </Button>
      </form>
    </section>
  );
}
