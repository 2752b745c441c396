import type { ComponentProps } from 'react';
import { AuthPage } from '../../features/auth/auth-page.tsx';
import { DemoMark } from '../../features/frame/demo-mark.tsx';
import { LanguageMenu } from '../../features/frame/language-menu.tsx';
import { ThemeButton } from '../../features/frame/theme-button.tsx';
import { Wordmark } from '../../features/frame/wordmark.tsx';

/** Log-in and registering with the parts of the frame that stand on them: features do not know each other, pages know both. */
export function AuthPageInFrame(props: Pick<ComponentProps<typeof AuthPage>, 'kind' | 'data' | 'children'>) {
  const settings = (
    <>
      <LanguageMenu />
      <ThemeButton className="max-md:hidden" />
    </>
  );
  return (
    <AuthPage
      wordmark={<Wordmark className="h-[30px] w-[60px]" />}
      mark={<DemoMark />}
      settings={settings}
      {...props}
    />
  );
}
