import { Moon, Sun } from 'lucide-react';
import { IconButton } from '../../../ui/button.tsx';
import { useThemeSwitch } from './theme.ts';

export function ThemeButton({ className }: { className?: string }) {
  const { other, label, isHidden, press } = useThemeSwitch();
  const Icon = other === 'light' ? Sun : Moon;
  if (isHidden) return null;
  return (
    <IconButton label={label} className={className} onClick={press}>
      <Icon aria-hidden className="size-[18px]" />
    </IconButton>
  );
}
