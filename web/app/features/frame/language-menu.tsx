import { Check, Globe, Moon, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { iconButtonClass } from '../../../ui/button.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { barePath, localizePath, LOCALES } from '../../i18n/locales.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { rememberLanguage } from '../../i18n/language-cookies.ts';
import { setTheme, useTheme, type Theme } from './theme.ts';

type LanguageMenuProps = { readonly initialTheme: Theme; readonly hasThemeSwitch?: boolean };

/** Languages keep the page; on phones the theme is here too. */
export function LanguageMenu({ initialTheme, hasThemeSwitch = true }: LanguageMenuProps) {
  const { t } = useTranslation();
  const { locale } = useLocale();
  const { pathname, search } = useLocation();
  const theme = useTheme(initialTheme);
  const other = theme === 'dark' ? 'light' : 'dark';
  const trigger = (
    <button
      type="button"
      aria-label={t('frame.language_menu', { short: locale.short, language: locale.name })}
      className={iconButtonClass('md:inline-flex md:w-auto md:items-center md:gap-1.5 md:px-2')}
    >
      <Globe aria-hidden className="size-[18px]" />
      <span className="hidden text-12 font-medium md:inline">{locale.short}</span>
    </button>
  );
  return (
    <Menu trigger={trigger}>
      {({ Item, Separator }) => (
        <>
          {hasThemeSwitch ? (
            <div className="md:hidden">
              <Item onClick={() => setTheme(other)}>
                {other === 'light' ? <Sun aria-hidden className="size-4" /> : <Moon aria-hidden className="size-4" />}
                {t(`frame.theme_${other}`)}
              </Item>
              <Separator />
            </div>
          ) : null}
          <div className="grid grid-cols-2 sm:grid-cols-3">
            {LOCALES.map((choice) => (
              <Item
                key={choice.key}
                onClick={() => rememberLanguage(choice.key)}
                render={
                  <a
                    href={localizePath(barePath(pathname), choice.key) + search}
                    hrefLang={choice.tag}
                    lang={choice.tag}
                  />
                }
              >
                <span className="flex-1">{choice.name}</span>
                {choice.key === locale.key ? <Check aria-hidden className="size-4 text-accent" /> : null}
              </Item>
            ))}
          </div>
        </>
      )}
    </Menu>
  );
}
