/**
 * The slot for a third-party chat: one script, which registers the functions that drive its window. It is told the user's id and e-mail
 * address and nothing more; a visitor is blank.
 */
import { CHAT } from '@agio/contracts/chat';

export interface ChatVisitor {
  readonly name: string;
  readonly email: string;
}

/** The functions that the script registers. */
export interface ChatWidget {
  minimize(): void;
  setVisible(isVisible: boolean): void;
  identify(visitor: ChatVisitor): void;
}

/** The interface for the script, `window.agioChat`. */
interface ChatSlotOfPage {
  readonly visitor: ChatVisitor;
  readonly locale: string;
  register(widget: ChatWidget): void;
}

declare global {
  interface Window {
    agioChat?: ChatSlotOfPage;
  }
}

let loading: Promise<ChatWidget> | undefined;

/** Loads the script once; rejects when it does not come, or comes and registers nothing in time. */
export function loadChatScript(url: string, visitor: ChatVisitor): Promise<ChatWidget> {
  loading ??= new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the chat script registered nothing')), CHAT.scriptTimeoutMs);
    window.agioChat = {
      visitor,
      locale: document.documentElement.lang,
      register(widget) {
        clearTimeout(timer);
        resolve(widget);
      },
    };
    const script = document.createElement('script');
    script.src = url;
    script.async = true;
    // The page's policy runs only scripts with its nonce, so this one gets it.
    script.nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
    script.addEventListener('error', () => reject(new Error('the chat script did not load')));
    document.head.append(script);
  });
  return loading;
}
