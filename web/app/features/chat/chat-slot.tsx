import { CHAT, isChatHidden } from '@agio/contracts/chat';
import { Component, lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { browserDevice } from '../../api/device.ts';
import { ensureDomains } from '../../i18n/browser-texts.ts';
import type { SessionUser } from '../../api/types.ts';
import { loadPart } from '../../start/load-part.ts';

/** If the chat's code cannot be loaded, a link to the support's other channels takes its place. */
const SupportChat = lazy(async () => {
  await loadPart(() => ensureDomains(['chat']));
  return loadPart(() => import('./support-chat.tsx')).catch(() =>
    loadPart(() => import('./help-link.tsx')).then(({ HelpLink }) => ({ default: HelpLink })),
  );
});

export type ChatSlotProps = {
  readonly user: SessionUser | null;
  readonly isAboveTabBar: boolean;
};

/** The chat appears, closed, a while after the page, so that it never delays the page; crawlers get none. */
export function ChatSlot({ user, isAboveTabBar }: ChatSlotProps) {
  const { pathname } = useLocation();
  const isHidden = isChatHidden(pathname);
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    if (isHidden || isDue || browserDevice().spider) return;
    const timer = setTimeout(() => setIsDue(true), CHAT.delayMs);
    return () => clearTimeout(timer);
  }, [isHidden, isDue]);
  if (!isDue) return null;
  return (
    <ChatBoundary>
      <Suspense>
        <SupportChat key={user?.id ?? 'visitor'} user={user} isHidden={isHidden} isAboveTabBar={isAboveTabBar} />
      </Suspense>
    </ChatBoundary>
  );
}

/** A fault of the chat takes the chat away, never the page. */
class ChatBoundary extends Component<{ readonly children: ReactNode }, { readonly isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override render(): ReactNode {
    return this.state.isBroken ? null : this.props.children;
  }
}
