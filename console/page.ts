import { hashOf, pageAddressBar, placeOf } from './model/place.js';
import { mount } from './mount.jsx';

const TOKEN_KEY = 'briefs-mock-control-token';

/** The address of the server, and the session whose prefix the address of the page has. */
const [, prefix = '', session] = /^(.*?)\/__mock\/(?:s\/([^/]+)\/__mock\/)?$/.exec(window.location.pathname) ?? [];
const base = window.location.origin + prefix;

// Like a request, a page below the prefix of a session is in that session, unless its address names another one. From then on the
// address has no prefix: a reload would lead to its session again after somebody has entered the default session.
if (session !== undefined) {
  const { path, query } = placeOf(window.location.hash);
  window.history.replaceState(null, '', `${prefix}/__mock/${hashOf({ path, query: { session, ...query } })}`);
}

mount(document.getElementById('console') as HTMLElement, {
  fetch: (path, init) => fetch(base + path, init),
  addressBar: pageAddressBar(),
  origin: base,
  tokenStore: {
    get: () => sessionStorage.getItem(TOKEN_KEY) ?? '',
    set: (token) => sessionStorage.setItem(TOKEN_KEY, token),
  },
});
