import { useEffect } from 'react';
import { useTranslation } from '../i18n/use-translation.tsx';
import { showToast } from '../../ui/toast.tsx';
import { MARKET_SERVICE_WARNING, warnOnce } from './market-service.ts';

/** Said when the rates of a page could not be had: amounts in the chosen currency are missing then. */
export function useMarketService(isWorking: boolean): void {
  const { t } = useTranslation();
  useEffect(() => {
    warnOnce(isWorking, () => {
      console.warn(MARKET_SERVICE_WARNING);
      showToast('warning', t('errors.market_service'));
    });
  }, [isWorking, t]);
}
