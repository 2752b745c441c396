/**
 * Code that must work even if the app's own code does not: a script inside the document, in JavaScript for old browsers. It warns people
 * whose browser lacks Array.prototype.at (once, until they close it), and loads the page anew when the app's first files are missing. It
 * also keeps the language of a link that is followed, as the app may not have taken over that part of the page yet: without the cookie an
 * English address would lead straight back. The keys that open the search, and what is typed after them, wait for the app
 * (`features/frame/early-search.ts`). Its texts come in data attributes.
 */
import { LANGUAGE_COOKIE, LANGUAGE_COOKIE_SECONDS } from '@agio/contracts/locales';
import { RELOAD_GUARD_MS, RELOAD_KEY } from './chunk-reload.ts';

export const BROWSER_WARNING_MS = 10_000;
export const BROWSER_WARNING_KEY = 'browserWarningClosed';

/** The app may throw the document away when it fails in such a browser; the warning is put back. */
const KEEP_MS = 200;

export const EARLY_SCRIPT = `(function () {
  var own = document.currentScript, isAsking = false;
  window.addEventListener('error', function (event) {
    var from = event.target;
    if (!from || from === own || (from.tagName !== 'SCRIPT' && from.rel !== 'modulepreload')) return;
    var address = from.src || from.href;
    if (address && address.indexOf(location.origin + '/static/') !== 0) return;
    if (window.agioReloadOnce) return;
    try {
      var path = location.pathname + location.search, now = Date.now();
      var note = JSON.parse(sessionStorage.getItem('${RELOAD_KEY}') || 'null');
      if (note && note.path === path && now < note.expires) return;
      if (isAsking) return;
      isAsking = true;
      var ask = new XMLHttpRequest();
      ask.open('GET', '/healthz');
      ask.onload = function () {
        if (ask.status !== 200) return;
        sessionStorage.setItem('${RELOAD_KEY}', JSON.stringify({ path: path, expires: now + ${RELOAD_GUARD_MS} }));
        location.reload();
      };
      ask.send();
    } catch (failure) {
      return;
    }
  }, true);
  document.addEventListener('click', function (event) {
    var link = event.target;
    while (link && !(link.getAttribute && link.getAttribute('data-language'))) link = link.parentNode;
    if (!link) return;
    var key = link.getAttribute('data-language');
    document.cookie = '${LANGUAGE_COOKIE}=' + key + '; path=/; max-age=${LANGUAGE_COOKIE_SECONDS}; samesite=lax';
  }, true);
  var search = window.agioEarlySearch = { keys: null, stop: function () {
    document.removeEventListener('keydown', onKey, true);
    document.removeEventListener('pointerdown', forget, true);
  } };
  function forget() { search.keys = null; }
  function onKey(event) {
    var key = event.key || '', target = event.target, isCommand = event.ctrlKey || event.metaKey;
    if (search.keys === null) {
      var isField = target.matches && target.matches('input, textarea, select, [contenteditable]');
      var isOpening = isCommand ? key.toLowerCase() === 'k' : key === '/' && !event.altKey && !isField;
      if (!isOpening || !document.querySelector('[aria-keyshortcuts~="/"]')) return;
      search.keys = [];
    } else if (key === 'Escape' || key === 'Tab') return forget();
    else if (isCommand && key.toLowerCase() === 'k') {
      // Pressed again: the browser's own search is not meant either.
    } else if (isCommand || event.altKey) return;
    else if (key.length === 1 || /^(Backspace|Enter|ArrowDown|ArrowUp)$/.test(key)) search.keys.push(key);
    else return;
    event.preventDefault();
  }
  document.addEventListener('keydown', onKey, true);
  document.addEventListener('pointerdown', forget, true);
  if (Array.prototype.at) return;
  var isClosed = false;
  try {
    isClosed = localStorage.getItem('${BROWSER_WARNING_KEY}') === '1';
  } catch (failure) {
    isClosed = false;
  }
  if (isClosed) return;
  function warn() {
    var toast = document.createElement('div');
    var text = document.createElement('p');
    var close = document.createElement('button');
    toast.className = 'browser-warning';
    toast.setAttribute('role', 'status');
    text.appendChild(document.createTextNode(own.getAttribute('data-text')));
    close.type = 'button';
    close.setAttribute('aria-label', own.getAttribute('data-close'));
    close.appendChild(document.createTextNode('\\u00d7'));
    function leave() {
      clearInterval(keeper);
      if (toast.parentNode) toast.parentNode.removeChild(toast);
    }
    close.onclick = function () {
      leave();
      try {
        localStorage.setItem('${BROWSER_WARNING_KEY}', '1');
      } catch (failure) {
        return;
      }
    };
    toast.appendChild(text);
    toast.appendChild(close);
    document.body.appendChild(toast);
    var keeper = setInterval(function () {
      if (document.body && !document.body.contains(toast)) document.body.appendChild(toast);
    }, ${KEEP_MS});
    setTimeout(leave, ${BROWSER_WARNING_MS});
  }
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', warn);
  else warn();
})();`;
