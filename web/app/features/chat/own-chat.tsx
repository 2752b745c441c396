import { MessageCircleQuestionMark, X } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { quietCall } from '../../api/client.ts';
import type { SessionUser } from '../../api/types.ts';
import { useStore } from '../../live-views/use-store.ts';
import { ChatPanel } from './chat-panel.tsx';
import { createConversation } from './conversation.ts';
import { cornerClass } from './corner.ts';
import { tabSecret } from './secret-place.ts';
import { useHiddenWhileScrolling } from './use-hidden-while-scrolling.ts';

const MOST_SHOWN = 9;

type OwnChatProps = {
  readonly user: SessionUser | null;
  readonly isHidden: boolean;
  readonly isAboveTabBar: boolean;
};

/** The button in the corner, and the conversation behind it. */
export function OwnChat({ user, isHidden, isAboveTabBar }: OwnChatProps) {
  const { t } = useTranslation();
  const [feed] = useState(() => createConversation(quietCall, user?.id ?? 0, tabSecret()));
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { unread } = useStore(feed.conversation);
  const isShown = isOpen && !isHidden;
  const isOutOfSight = useHiddenWhileScrolling() && !isOpen && unread === 0;
  useEffect(() => feed.start(), [feed]);
  useEffect(() => feed.setOpen(isShown), [feed, isShown]);
  const close = useCallback(() => {
    setIsOpen(false);
    button.current?.focus();
  }, []);
  if (isHidden) return null;
  const label = isOpen ? t('chat.close') : unread > 0 ? t('chat.open_unread', { count: unread }) : t('chat.open');
  return (
    <>
      {isOpen ? <ChatPanel feed={feed} isVisitor={user === null} onClose={close} /> : null}
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-expanded={isOpen}
        title={label}
        onClick={() => (isOpen ? close() : setIsOpen(true))}
        className={cornerClass(isAboveTabBar, isOutOfSight)}
      >
        {isOpen ? <X aria-hidden className="size-5" /> : <MessageCircleQuestionMark aria-hidden className="size-5" />}
        {!isOpen && unread > 0 ? (
          <span
            aria-hidden
            className="absolute -end-1 -top-1 grid h-5 min-w-5 place-items-center rounded-full bg-accent px-1 text-11 font-semibold text-on-accent"
          >
            {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
          </span>
        ) : null}
      </button>
      <span role="status" className="sr-only">
        {!isOpen && unread > 0 ? t('chat.open_unread', { count: unread }) : ''}
      </span>
    </>
  );
}
