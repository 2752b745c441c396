import { Moon, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/button.tsx';
import { setTheme, useTheme, type Theme } from './theme.ts';

export function ThemeButton({ initialTheme, className }: { initialTheme: Theme; className?: string }) {
  const { t } = useTranslation();
  const theme = useTheme(initialTheme);
  const other = theme === 'dark' ? 'light' : 'dark';
  const Icon = other === 'light' ? Sun : Moon;
  return (
    <IconButton label={t(`frame.theme_${other}`)} className={className} onClick={() => setTheme(other)}>
      <Icon aria-hidden className="size-[18px]" />
    </IconButton>
  );
}
