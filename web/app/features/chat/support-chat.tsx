import { useEffect, useState } from 'react';
import type { ChatSettings } from '@agio/contracts/http/chat';
import { getChatSettings } from '../../api/calls/chat.ts';
import { quietCall } from '../../api/client.ts';
import type { SessionUser } from '../../api/types.ts';
import { HelpLink } from './help-link.tsx';
import { OwnChat } from './own-chat.tsx';
import { ScriptChat } from './script-chat.tsx';

type SupportChatProps = {
  readonly user: SessionUser | null;
  readonly isHidden: boolean;
  readonly isAboveTabBar: boolean;
};

/** The chat that the operator chose. */
export default function SupportChat({ user, isHidden, isAboveTabBar }: SupportChatProps) {
  const [settings, setSettings] = useState<ChatSettings | 'failed' | null>(null);
  useEffect(() => {
    getChatSettings(quietCall).then(setSettings, () => setSettings('failed'));
  }, []);
  if (settings === null) return null;
  if (settings === 'failed') return <HelpLink isHidden={isHidden} isAboveTabBar={isAboveTabBar} />;
  if (settings.kind === 'own') return <OwnChat user={user} isHidden={isHidden} isAboveTabBar={isAboveTabBar} />;
  if (settings.kind === 'off') return null;
  return <ScriptChat url={settings.scriptUrl} user={user} isHidden={isHidden} isAboveTabBar={isAboveTabBar} />;
}
