import { Eye, EyeOff } from 'lucide-react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { changeDisplay } from '../../choices/display.ts';

/** Hides the amounts of these pages, or shows them again. */
export function AmountsEye({ isHidden }: { isHidden: boolean }) {
  const { t } = useTranslation();
  const toggle = () => changeDisplay({ amounts: isHidden ? 'shown' : 'hidden' });
  const Icon = isHidden ? Eye : EyeOff;
  return (
    <IconButton
      label={t(isHidden ? 'assets.show_amounts' : 'assets.hide_amounts')}
      onClick={toggle}
      className="max-md:size-11"
    >
      <Icon aria-hidden className="size-4" />
    </IconButton>
  );
}
