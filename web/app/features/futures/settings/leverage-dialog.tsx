import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatUnits } from '../../../../ui/decimal.ts';
import { formatNumber, formatPercent } from '../../../../ui/format.ts';
import { showToast } from '../../../../ui/toast.tsx';
import { quietCall } from '../../../api/client.ts';
import { type Preference, setLeverage } from '../../../api/calls/futures.ts';
import { FormDialog } from '../../../terminal/dialogs/form-dialog.tsx';
import { useSaving } from '../../../terminal/dialogs/use-saving.ts';
import { useFuturesMarket } from '../futures-market.ts';
import { unitsOf } from '../margin.ts';

type LeverageDialogProps = { readonly preference: Preference; readonly onClose: () => void };

/** One leverage a contract; hedged and isolated one for each side (trading B3). */
export function LeverageDialog({ preference, onClose }: LeverageDialogProps) {
  const { t } = useTranslation();
  const { contract, account } = useFuturesMarket();
  const [long, setLong] = useState(preference.longLeverage);
  const [short, setShort] = useState(preference.shortLeverage);
  const saving = useSaving(() => {
    showToast('success', t('futures.settings.saved'));
    onClose();
  });
  const isOfEachSide = preference.positionMode === 'HEDGE' && preference.marginMode === 'ISOLATED';
  const save = async () => {
    for (const [positionSide, leverage, before] of isOfEachSide
      ? ([
          ['LONG', long, preference.longLeverage],
          ['SHORT', short, preference.shortLeverage],
        ] as const)
      : ([['BOTH', long, preference.longLeverage]] as const)) {
      if (leverage === before) continue;
      account.acceptPreference(await setLeverage(quietCall, { symbol: contract.symbol, positionSide, leverage }));
    }
  };
  return (
    <FormDialog
      title={t('futures.settings.leverage_title', { symbol: contract.symbol })}
      saveLabel={t('futures.settings.save')}
      saving={saving}
      onSave={() => void saving.save(save)}
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
      <TierTable leverage={Math.max(long, isOfEachSide ? short : 0)} />
    </FormDialog>
  );
}

type LeverageFieldProps = {
  readonly label: string;
  readonly value: number;
  readonly onChange: (leverage: number) => void;
};

function LeverageField({ label, value, onChange }: LeverageFieldProps) {
  const { contract } = useFuturesMarket();
  return (
    <label className="grid gap-1.5">
      <span className="flex justify-between">
        <span className="text-muted">{label}</span>
        <bdi className="text-16 font-semibold">{value}x</bdi>
      </span>
      <input
        type="range"
        min={contract.leverageMin}
        max={contract.leverageMax}
        value={value}
        onChange={(event) => onChange(Number(event.target.value))}
        className="h-11 w-full accent-accent md:h-6"
      />
    </label>
  );
}

/** How large a position may be at which leverage, and what margin keeps it (trading B2). */
function TierTable({ leverage }: { leverage: number }) {
  const { t } = useTranslation();
  const { contract } = useFuturesMarket();
  const percent = (rate: string) => formatPercent(formatUnits(unitsOf(rate) * 100n, 8), 2).replace('+', '');
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
                <bdi>{percent(tier.maintenanceMarginRate)}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
