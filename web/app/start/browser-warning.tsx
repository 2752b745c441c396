import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { EARLY_SCRIPT } from './early-script.ts';
import { NonceContext } from '../rendering/nonce.ts';

/** Stands first in the document, before anything that an old browser cannot read. The browser hides the nonce afterwards. */
export function BrowserWarning() {
  const { t } = useTranslation();
  return (
    <script
      nonce={useContext(NonceContext)}
      data-text={t('popups.browser.text')}
      data-close={t('common.close')}
      suppressHydrationWarning
    >
      {EARLY_SCRIPT}
    </script>
  );
}
