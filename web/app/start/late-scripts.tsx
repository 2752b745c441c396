import { Children, isValidElement, type ReactElement, type ReactNode } from 'react';
import { Scripts } from 'react-router';

type Markup = { readonly __html: string };
type Props = {
  readonly href?: string;
  readonly type?: string;
  readonly dangerouslySetInnerHTML?: Markup;
  readonly children?: ReactNode;
};

const MODULE_ID = 'late-module';

/**
 * React Router's scripts, begun after the first picture: what the server drew needs the style sheet and the font only, and
 * on a slow line it would otherwise share that line with all of the page's modules (decision 054). The links that would
 * fetch them early become a list; the module that starts the page waits as text until the first frame is drawn.
 */
export function LateScripts({ nonce }: { nonce: string | undefined }) {
  const parts = flatten(Scripts({ nonce }));
  const module = parts.find(({ type, props }) => type === 'script' && props.type === 'module');
  const modules = parts.flatMap(({ type, props }) => (type === 'link' && props.href ? [props.href] : []));
  if (!module) return null;
  return (
    <>
      {parts.filter((part) => part.type === 'script' && part !== module)}
      <script id={MODULE_ID} type="text/plain" suppressHydrationWarning>
        {module.props.dangerouslySetInnerHTML?.__html}
      </script>
      <script nonce={nonce} suppressHydrationWarning>
        {/* In the browser this script has run already, so its text is left out of the app's code. */}
        {import.meta.env.SSR ? starterOf(modules) : ''}
      </script>
    </>
  );
}

/**
 * Runs in the page as text: one address at a time, since each keeps a slow phone busy for a while. A hidden page draws no
 * frame, so it begins at once.
 */
function starterOf(modules: readonly string[]): string {
  return `((nonce) => {
const hrefs = ${JSON.stringify(modules)};
const begin = () => {
  const href = hrefs.shift();
  if (href) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href, nonce }));
    setTimeout(begin);
    return;
  }
  const text = document.getElementById('${MODULE_ID}').textContent;
  document.body.append(Object.assign(document.createElement('script'), { type: 'module', text, nonce }));
};
if (document.hidden) begin();
else requestAnimationFrame(() => setTimeout(begin));
})(document.currentScript.nonce);`;
}

function flatten(node: ReactNode): ReactElement<Props>[] {
  return Children.toArray(node).flatMap((child) => {
    if (!isValidElement<Props>(child)) return [];
    return typeof child.type === 'string' ? [child] : flatten(child.props.children);
  });
}
