import { hashOf, pageAddressBar, placeOf } from './model/place.js';
import { mount } from './mount.jsx';

const TOKEN_KEY = 'briefs-mock-control-token';

/** The address of the server, and the session whose prefix the address of the page has. */
const [, prefix = '', session] = /^(.*?)\/__mock\/(?:s\/([^/]+)\/__mock\/)?$/.exec(window.location.pathname) ?? [];
const base = window.location.origin + prefix;

const addressBar = pageAddressBar();
// Like a request, a page below the prefix of a session is in that session, unless its address names another one.
const place = placeOf(addressBar.hash.value);
if (session !== undefined && place.query.session === undefined) {
  addressBar.go(hashOf({ ...place, query: { ...place.query, session } }), { replace: true });
}

mount(document.getElementById('console') as HTMLElement, {
  fetch: (path, init) => fetch(base + path, init),
  addressBar,
  origin: base,
  tokenStore: {
    get: () => sessionStorage.getItem(TOKEN_KEY) ?? '',
    set: (token) => sessionStorage.setItem(TOKEN_KEY, token),
  },
});
