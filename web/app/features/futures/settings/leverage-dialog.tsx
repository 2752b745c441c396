import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.tsx';
import { formatNumber } from '../../../../ui/format.ts';
import { showToast } from '../../../../ui/toast.tsx';
import { quietCall } from '../../../api/client.ts';
import { type Preference, setLeverage } from '../../../api/calls/futures.ts';
import { TicketField } from '../../../terminal/ticket/ticket-field.tsx';
import { FormDialog } from '../../../terminal/dialogs/form-dialog.tsx';
import { useSaving } from '../../../terminal/dialogs/use-saving.ts';
import { useFuturesMarket } from '../futures-market.ts';
import { useTicketContext } from '../ticket/use-ticket-context.ts';
import { fundsOf } from '../own-funds.ts';
import { leverageChange, raisedLeverage } from './leverage-change.ts';
import { LeverageOutcome } from './leverage-outcome.tsx';
import { leverageFault } from './typed-leverage.ts';
import { ratePercent } from '../../../figures/rate-percent.ts';

type LeverageDialogProps = { readonly preference: Preference; readonly onClose: () => void };

/** One leverage a contract; hedged and isolated one for each side (trading B3). */
export function LeverageDialog({ preference, onClose }: LeverageDialogProps) {
  const { t } = useTranslation();
  const { contract, account } = useFuturesMarket();
  const [long, setLong] = useState(String(preference.longLeverage));
  const [short, setShort] = useState(String(preference.shortLeverage));
  const isOfEachSide = preference.positionMode === 'HEDGE' && preference.marginMode === 'ISOLATED';
  const typed = isOfEachSide ? [long, short] : [long];
  const title = t('futures.settings.leverage_title', { symbol: contract.symbol });
  const saving = useSaving(() => {
    const now = isOfEachSide
      ? `${t('futures.long')} ${Number(long)}x · ${t('futures.short')} ${Number(short)}x`
      : `${Number(long)}x`;
    showToast('success', t('futures.settings.saved'), `${title}: ${now}`);
    onClose();
  });
  const isFaulty = typed.some((text) => leverageFault(text, contract) !== null);
  const { state, available, account: wallet } = useTicketContext();
  const chosen = { long: Number(long), short: Number(isOfEachSide ? short : long) };
  const isSame = chosen.long === preference.longLeverage && chosen.short === preference.shortLeverage;
  const change = isFaulty || isSame ? null : leverageChange({ ...state, preference }, fundsOf(wallet), chosen);
  const isRefused = change !== null && (change.ceiling !== null || change.availableAfter < 0n);
  const save = async () => {
    for (const { positionSide, leverage } of change?.calls ?? [])
      account.acceptPreference(await setLeverage(quietCall, { symbol: contract.symbol, positionSide, leverage }));
  };
  return (
    <FormDialog
      title={title}
      saveLabel={t('futures.settings.save')}
      keepLabel={isOfEachSide ? t('common.keep_all') : undefined}
      saving={saving}
      onSave={() => {
        if (!isFaulty && !isRefused) void saving.save(save);
      }}
      onClose={onClose}
    >
      {isOfEachSide ? (
        <>
          <LeverageField label={t('futures.long')} value={long} onChange={setLong} />
          <LeverageField label={t('futures.short')} value={short} onChange={setShort} />
        </>
      ) : (
        <LeverageField label={t('futures.settings.leverage')} value={long} onChange={setLong} />
      )}
      <p className="text-12 text-muted">{t('futures.settings.leverage_hint')}</p>
      {change === null ? null : (
        <LeverageOutcome
          state={state}
          available={available}
          change={change}
          raised={raisedLeverage(preference, chosen)}
          leverage={[...new Set([chosen.long, chosen.short])].map((one) => `${one}x`).join(' / ')}
        />
      )}
      <TierTable leverage={isFaulty ? preference.longLeverage : Math.max(...typed.map(Number))} />
    </FormDialog>
  );
}

type LeverageFieldProps = {
  readonly label: string;
  /** As it is typed. */
  readonly value: string;
  readonly onChange: (leverage: string) => void;
};

/** A leverage is typed or slid. */
function LeverageField({ label, value, onChange }: LeverageFieldProps) {
  const { t } = useTranslation();
  const { contract } = useFuturesMarket();
  const { leverageMin: least, leverageMax: most } = contract;
  const fault = leverageFault(value, contract);
  const wrong = (one: NonNullable<typeof fault>): string =>
    one === 'range'
      ? t('futures.settings.leverage_range', { least: String(least), most: String(most) })
      : t(`common.number_${one}`, { decimals: '0' });
  return (
    <div>
      <TicketField
        label={label}
        unit="x"
        value={value}
        error={fault === null ? undefined : wrong(fault)}
        onChange={onChange}
      />
      <input
        type="range"
        aria-label={label}
        min={least}
        max={most}
        value={fault === null ? value : least}
        onChange={(event) => onChange(event.target.value)}
        className="mt-1.5 h-11 w-full accent-accent md:h-6"
      />
    </div>
  );
}

/** How large a position may be at which leverage, and what margin keeps it (trading B2). */
function TierTable({ leverage }: { leverage: number }) {
  const { t } = useTranslation();
  const { contract } = useFuturesMarket();
  // The widest tier that still allows the chosen leverage.
  const allowed = contract.tiers.findLastIndex((tier) => tier.maxLeverage >= leverage);
  return (
    <div className="scroll-quiet max-h-56 overflow-auto">
      <table className="w-full text-12">
        <caption className="pb-1 text-start text-muted">{t('futures.settings.tiers')}</caption>
        <thead className="text-11 text-faint [&_th]:py-1 [&_th]:font-normal">
          <tr>
            <th scope="col" className="text-start">
              {t('futures.settings.tier_cap', { asset: contract.settle })}
            </th>
            <th scope="col" className="text-end">
              {t('futures.settings.tier_leverage')}
            </th>
            <th scope="col" className="text-end">
              {t('futures.settings.tier_rate')}
            </th>
          </tr>
        </thead>
        <tbody>
          {contract.tiers.map((tier, index) => (
            <tr
              key={tier.cap}
              aria-current={index === allowed ? 'true' : undefined}
              className="border-t border-grid aria-[current]:bg-accent-tint [&>td]:py-1.5"
            >
              <td>
                <bdi>{formatNumber(tier.cap, 0)}</bdi>
              </td>
              <td className="text-end">
                <bdi>{tier.maxLeverage}x</bdi>
              </td>
              <td className="text-end">
                <bdi>{ratePercent(tier.maintenanceMarginRate)}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
