import { Check, Globe, Moon, SlidersHorizontal, Sun } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { useLocation } from 'react-router';
import { iconButtonClass } from '../../../ui/button.tsx';
import { loadPart } from '../../start/load-part.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { SkeletonRows } from '../../../ui/states.tsx';
import { barePath, LOCALES } from '../../addresses/locales.ts';
import { openSettings, useSettingsDialog } from '../../choices/settings-dialog.ts';
import { useLanguagePath } from '../../visitor/use-language-path.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { usePageSearch } from '../../navigation/use-page-search.ts';
import { useThemeSwitch } from './theme.ts';

const DisplaySettings = lazy(() => loadPart(() => import('./display-settings.tsx')));

/** Choosing a language stays on the page. The menu also opens display and currency, and on phones it has the theme. */
export function LanguageMenu() {
  const { t } = useTranslation();
  const { locale } = useLocale();
  const { pathname } = useLocation();
  const search = usePageSearch();
  const pathIn = useLanguagePath();
  const themeSwitch = useThemeSwitch();
  const isOpen = useSettingsDialog((state) => state.isOpen);
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
    <>
      <Menu trigger={trigger}>
        {({ Item, Separator }) => (
          <>
            <Item onClick={() => openSettings()}>
              <SlidersHorizontal aria-hidden className="size-4" />
              {t('display.open')}
            </Item>
            {themeSwitch.isHidden ? null : (
              <div className="md:hidden">
                <Item onClick={themeSwitch.press}>
                  {themeSwitch.other === 'light' ? (
                    <Sun aria-hidden className="size-4" />
                  ) : (
                    <Moon aria-hidden className="size-4" />
                  )}
                  {themeSwitch.label}
                </Item>
              </div>
            )}
            <Separator />
            <div className="grid grid-cols-2 sm:grid-cols-3">
              {LOCALES.map((choice) => (
                <Item
                  key={choice.key}
                  render={
                    <a
                      href={pathIn(barePath(pathname), choice.key) + search}
                      hrefLang={choice.tag}
                      lang={choice.tag}
                      data-language={choice.key}
                    />
                  }
                >
                  <span translate="no" className="flex-1">
                    {choice.name}
                  </span>
                  {choice.key === locale.key ? <Check aria-hidden className="size-4 text-accent" /> : null}
                </Item>
              ))}
            </div>
          </>
        )}
      </Menu>
      <Dialog
        isOpen={isOpen}
        onOpenChange={(isNext) => useSettingsDialog.setState({ isOpen: isNext })}
        title={t('display.title')}
        closeLabel={t('common.close')}
      >
        <Suspense fallback={<SkeletonRows rows={6} height="h-11" label={t('common.loading')} />}>
          <DisplaySettings />
        </Suspense>
      </Dialog>
    </>
  );
}
