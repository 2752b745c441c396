import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Link } from 'react-router';
import { IconButton } from '../../../ui/button.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { alertMarket, alertMarketWords, marketPath, waitingWords } from '../../alerts/alert-words.ts';
import { openAlert } from '../../alerts/open-alert.ts';
import { deletePriceAlert, type PriceAlert } from '../../api/calls/alerts.ts';
import { browserCall } from '../../api/client.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import type { FilledMarket } from '../../live/own-fills.ts';

type WaitingAlertsProps = {
  readonly alerts: readonly PriceAlert[];
  readonly markets: ReadonlyMap<string, FilledMarket>;
  /** Where all are of one market its name is left out. */
  readonly isOfOneMarket?: boolean;
  readonly onChanged: () => void;
};

/** Alerts that wait; each can be changed and deleted. */
export function WaitingAlerts({ alerts, markets, isOfOneMarket = false, onChanged }: WaitingAlertsProps) {
  return (
    <ul className="num">
      {alerts.map((alert) => (
        <AlertRow key={alert.id} alert={alert} markets={markets} showsMarket={!isOfOneMarket} onChanged={onChanged} />
      ))}
    </ul>
  );
}

type AlertRowProps = {
  readonly alert: PriceAlert;
  readonly markets: ReadonlyMap<string, FilledMarket>;
  readonly showsMarket: boolean;
  readonly onChanged: () => void;
};

function AlertRow({ alert, markets, showsMarket, onChanged }: AlertRowProps) {
  const { t } = useTranslation();
  const { to } = useLocale();
  const [isBusy, setIsBusy] = useState(false);
  const words = waitingWords(t, alert, markets);
  const what = `${alertMarketWords(t, markets, alert)}: ${words}`;
  const remove = async () => {
    setIsBusy(true);
    try {
      await deletePriceAlert(browserCall, alert.id);
      showToast('success', t('alerts.deleted'));
    } catch {
      // The call told why; the list shows what is true.
    } finally {
      setIsBusy(false);
      onChanged();
    }
  };
  return (
    <li className="flex min-h-11 items-center gap-2 border-t border-line px-4 py-1 text-13 first:border-0">
      <div className="min-w-0 flex-1">
        {showsMarket ? (
          <Link to={to(marketPath(alert))} className="me-2 font-semibold hover:text-accent">
            <bdi translate="no">{alertMarket(markets, alert)}</bdi>
            {alert.market === 'FUTURES' ? (
              <span className="ms-1.5 text-11 font-normal text-faint">{t('frame.perpetual')}</span>
            ) : null}
          </Link>
        ) : null}
        <span>{words}</span>
        <span className="block text-12 text-muted">{t(`alerts.repeat_${alert.pauseHours ?? 'once'}`)}</span>
      </div>
      <IconButton
        label={t('alerts.change_named', { alert: what })}
        onClick={() => openAlert({ market: alert.market, symbol: alert.symbol, alert })}
        className="max-md:size-11"
      >
        <Pencil aria-hidden className="size-4" />
      </IconButton>
      <IconButton
        label={t('alerts.delete_named', { alert: what })}
        disabled={isBusy}
        onClick={() => void remove()}
        className="max-md:size-11"
      >
        <Trash2 aria-hidden className="size-4" />
      </IconButton>
    </li>
  );
}
