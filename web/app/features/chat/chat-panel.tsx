import { X } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Link, useLocation } from 'react-router';
import { IconButton } from '../../../ui/button.tsx';
import { ErrorState, SkeletonRows } from '../../../ui/states.tsx';
import { barePath } from '../../addresses/locales.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { useStore } from '../../live-views/use-store.ts';
import { usePageSearch } from '../../navigation/use-page-search.ts';
import { ChatComposer } from './chat-composer.tsx';
import { ChatLog } from './chat-log.tsx';
import type { ConversationFeed } from './conversation.ts';

/** A phone gives the whole screen to the conversation. */
const PHONE = '(max-width: 859px)';

type ChatPanelProps = {
  readonly feed: ConversationFeed;
  readonly isVisitor: boolean;
  readonly onClose: () => void;
};

/** On a phone a dialog that takes the screen; elsewhere a window in the corner, beside which the page goes on. */
export function ChatPanel({ feed, isVisitor, onClose }: ChatPanelProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const conversation = useStore(feed.conversation);
  useEffect(() => {
    const element = dialog.current;
    if (window.matchMedia(PHONE).matches) element?.showModal();
    else element?.show();
    // Focused only where there is a mouse: on a touch screen the keyboard would cover the conversation before it was
    // read.
    if (window.matchMedia('(hover: hover)').matches) element?.querySelector('textarea')?.focus();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      onKeyDown={(event) => event.key === 'Escape' && dialog.current?.close()}
      className="enter fixed inset-0 z-[35] m-0 hidden h-dvh max-h-none w-full max-w-none flex-col bg-surface text-fg shadow-overlay open:flex md:inset-auto md:end-4 md:bottom-20 md:h-[min(560px,calc(100dvh-112px))] md:w-[min(380px,calc(100vw-32px))] md:rounded-2 md:border md:border-line-strong md:bg-overlay"
    >
      <div className="flex items-start justify-between gap-2 border-b border-line px-4 py-3">
        <div>
          <h2 id={titleId} className="text-16">
            {t('chat.title')}
          </h2>
          <p className="mt-1 text-12 text-muted">{t('chat.subtitle')}</p>
        </div>
        <IconButton label={t('chat.close')} className="-me-2 size-11 md:size-8" onClick={() => dialog.current?.close()}>
          <X aria-hidden className="size-4" />
        </IconButton>
      </div>
      {conversation.state === 'loading' ? <SkeletonRows rows={4} label={t('chat.loading')} height="h-14" /> : null}
      {conversation.state === 'failed' ? (
        <ErrorState text={t('chat.load_failed')} retryLabel={t('common.retry')} onRetry={() => feed.refresh()} />
      ) : null}
      {conversation.state === 'ready' ? (
        <ChatLog conversation={conversation} note={isVisitor ? <VisitorNote /> : null} onResend={feed.resend} />
      ) : null}
      {conversation.isLoggedOut ? <LoggedOutNote /> : null}
      <ChatComposer onSend={feed.send} />
    </dialog>
  );
}

/** In a new tab, so that what is written here stays. */
function LoggedOutNote() {
  const { t } = useTranslation();
  const { to } = useLocale();
  return (
    <p role="alert" className="border-t border-line px-4 py-2 text-12">
      <a
        href={to('/login')}
        target="_blank"
        rel="noopener"
        className="inline-flex min-h-6 items-center font-medium text-urgent underline underline-offset-2"
      >
        {t('errors.code_10021')}
      </a>
    </p>
  );
}

function VisitorNote() {
  const { t } = useTranslation();
  const { to } = useLocale();
  const { pathname } = useLocation();
  const search = usePageSearch();
  const isThere = ['/login', '/register'].includes(barePath(pathname));
  return (
    <p className="px-4 pt-3 text-12 text-muted">
      {t('chat.visitor_note')}{' '}
      {isThere ? null : (
        <Link
          to={`${to('/login')}?redirect=${encodeURIComponent(pathname + search)}`}
          className="font-medium text-accent underline underline-offset-2"
        >
          {t('chat.visitor_login')}
        </Link>
      )}
    </p>
  );
}
