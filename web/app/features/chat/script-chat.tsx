import { useEffect, useState } from 'react';
import type { SessionUser } from '../../api/types.ts';
import { HelpLink } from './help-link.tsx';
import { loadChatScript, type ChatWidget } from './script-slot.ts';

type ScriptChatProps = {
  readonly url: string;
  readonly user: SessionUser | null;
  readonly isHidden: boolean;
  readonly isAboveTabBar: boolean;
};

export function ScriptChat({ url, user, isHidden, isAboveTabBar }: ScriptChatProps) {
  const [widget, setWidget] = useState<ChatWidget | 'failed' | null>(null);
  const name = user ? String(user.id) : '';
  const email = user?.email ?? '';
  useEffect(() => {
    loadChatScript(url, { name, email }).then(
      (loaded) => {
        loaded.minimize();
        setWidget(loaded);
      },
      () => setWidget('failed'),
    );
  }, [url, name, email]);
  useEffect(() => {
    if (widget && widget !== 'failed') widget.identify({ name, email });
  }, [widget, name, email]);
  useEffect(() => {
    if (widget && widget !== 'failed') widget.setVisible(!isHidden);
  }, [widget, isHidden]);
  return widget === 'failed' ? <HelpLink isHidden={isHidden} isAboveTabBar={isAboveTabBar} /> : null;
}
