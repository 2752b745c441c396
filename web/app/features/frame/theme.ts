import { useTranslation } from '../../i18n/use-translation.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { changeDisplay, useDisplay } from '../../choices/display.ts';
import { usePage } from '../../navigation/page-traits.ts';

export interface ThemeSwitch {
  /** The theme that pressing it brings. */
  readonly other: 'dark' | 'light';
  readonly label: string;
  readonly isHidden: boolean;
  press(): void;
}

/** On a page that exists in one theme only the switch sets the other pages, and says so. */
export function useThemeSwitch(): ThemeSwitch {
  const { t } = useTranslation();
  const { theme } = useDisplay();
  const { traits } = usePage();
  const other = theme === 'dark' ? 'light' : 'dark';
  return {
    other,
    label: t(traits.theme ? `display.other_pages_${other}` : `frame.theme_${other}`),
    isHidden: traits.isThemeSwitchHidden,
    press: () => {
      changeDisplay({ theme: other });
      if (traits.theme)
        showToast('info', t(`display.page_stays_${traits.theme}`), t(`display.other_pages_now_${other}`));
    },
  };
}
