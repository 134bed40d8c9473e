import type { PluginSettings } from './plugin-options.js';

/** The module that a page imports. In a build for production it is empty. */
export const CLIENT_MODULE = 'virtual:briefs-mock';
/** Where the development server has it, below its base. */
export const CLIENT_URL = `/@id/__x00__${CLIENT_MODULE}`;

/** The code of the module: it chooses the session of the page, and adds the console. */
export function clientCode({ session, console: hasConsole, base, answered }: PluginSettings): string {
  return [
    ...(session === 'browser' ? [browserSession] : []),
    ...(session === 'tab' ? [`const answered = ${answered};`, tabSession] : []),
    ...(hasConsole ? [`const base = ${JSON.stringify(base)};`, consoleButton(session)] : []),
  ].join('\n');
}

// A page that another machine opens without https has no crypto.randomUUID.
const uniqueName = `Array.from(crypto.getRandomValues(new Uint32Array(4)), (number) => number.toString(36)).join('-')`;

const browserSession = `
const [, session = ${uniqueName}] = /(?:^|; )mock_session=([^;]+)/.exec(document.cookie) ?? [];
document.cookie = 'mock_session=' + session + '; path=/; SameSite=Lax';`;

/** The parameter of the address of a worker that names the session of its tab. */
export const WORKER_SESSION = 'mock_session';

// A page reads its own storage first, so that a reload stays in the session.
const tabSession = `
const session = (sessionStorage['briefs-mock-session'] ??= ${uniqueName});
const isMock = (target) => {
  const { origin, pathname } = new URL(target, document.baseURI);
  return origin === location.origin && answered.test(pathname);
};
const { fetch: send } = window;
window.fetch = async (input, init) => {
  // A new Request would take the body of the given one.
  if (!isMock(input instanceof Request ? input.url : input)) return send(input, init);
  const request = new Request(input, init);
  if (!request.headers.has('x-mock-session')) request.headers.set('x-mock-session', session);
  return send(request);
};
const { open, setRequestHeader, send: sendOpened } = XMLHttpRequest.prototype;
const unnamed = new WeakSet();
XMLHttpRequest.prototype.open = function (method, url, ...rest) {
  open.call(this, method, url, ...rest);
  if (isMock(url)) unnamed.add(this);
  else unnamed.delete(this);
};
XMLHttpRequest.prototype.setRequestHeader = function (name, value) {
  setRequestHeader.call(this, name, value);
  // A second value would be joined to it.
  if (String(name).toLowerCase() === 'x-mock-session') unnamed.delete(this);
};
XMLHttpRequest.prototype.send = function (body) {
  if (unnamed.has(this)) this.setRequestHeader('x-mock-session', session);
  sendOpened.call(this, body);
};
// The requests of a worker name the address of its script as their referrer, and that names the session.
window.Worker = class Worker extends window.Worker {
  constructor(script, options) {
    const url = new URL(script, document.baseURI);
    if (url.origin === location.origin && url.protocol !== 'blob:') {
      url.search += (url.search && '&') + '${WORKER_SESSION}=' + session;
      super(url, options);
    } else super(script, options);
  }
};`;

// A page that has sent no request has no session yet, and the console only reads. This call changes nothing, but because it could, the
// mock creates the session.
const beginSession = `
const headers = { 'x-mock-session': encodeURIComponent(session) };
await ask('/__mock/clock', { method: 'PUT', headers, body: '{}' }).catch(() => {});`;

// The console names the session of each of its calls itself. Without a name it means the default session, so the page must not add one.
const consoleButton = (session: PluginSettings['session']) => `
const { mountConsole } = await import('briefs-mock/console');
const logIn = ({ email }) => {
  document.cookie = 'mock_persona=' + encodeURIComponent(email) + '; path=/; SameSite=Lax';
  location.reload();
};
const ask = (path, init) => ${session === 'tab' ? 'send' : 'fetch'}(base + path, init);
${session === 'all' ? '' : beginSession}
mountConsole({ fetch: ask }, { onPersona: logIn${session === 'all' ? '' : ', session'} });`;
