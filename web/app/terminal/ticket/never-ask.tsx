import { Checkbox } from '../../../ui/checkbox.tsx';
import { usePreferences } from '../../choices/preferences.ts';
import { useTranslation } from '../../i18n/use-translation.tsx';

/** In a question before an order is sent or canceled: no more such questions. The settings of the terminal turn them on again. */
export function NeverAsk() {
  const { t } = useTranslation();
  const confirms = usePreferences((state) => state.confirms);
  const setConfirms = usePreferences((state) => state.setConfirms);
  return (
    <Checkbox checked={confirms === 'never'} onChange={(isOn) => setConfirms(isOn ? 'never' : 'danger')}>
      {t('terminal.gap.never')}
    </Checkbox>
  );
}
