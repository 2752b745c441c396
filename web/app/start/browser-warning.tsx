import { useContext } from 'react';
import { useTranslation } from '../i18n/use-translation.tsx';
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
      {/* In the browser this script has run already, so its text is left out of the app's code. */}
      {import.meta.env.SSR ? EARLY_SCRIPT : ''}
    </script>
  );
}
