// Shows the OpenAPI document of the mock that serves this page, with its tokens filled in.
import 'openapi-explorer';

const base = location.pathname.replace(/\/__mock\/docs$/, '');
let controlToken = null;

/** Loads the document. Asks the user for the control token if the server requires one. */
async function load() {
  const headers = controlToken === null ? {} : { authorization: `Bearer ${controlToken}` };
  const response = await fetch(`${base}/__mock/openapi.json`, { headers });
  if (response.status !== 401) return response.json();
  controlToken = prompt('This server requires its control token (--control-token):');
  return controlToken === null ? response.json() : load();
}

async function show(spec, explorer) {
  // Requests go to the origin that the page was loaded from, which differs from that of the document behind a proxy.
  await explorer.loadSpec({ ...spec, servers: [{ url: location.origin + base }] });
  for (const [name, scheme] of Object.entries(spec.components.securitySchemes)) {
    const token = name === 'controlToken' ? controlToken : scheme['x-token'];
    if (token) await explorer.setAuthenticationConfiguration(name, { token });
  }
}

/** The component derives its other colours from these. Its own are for a light page. */
const darkColors = {
  'bg-color': '#14171c',
  'text-color': '#e6e9ee',
  'nav-bg-color': '#1c2027',
  'primary-color': '#9db2ff',
};

function setColors(isDark) {
  for (const [name, color] of Object.entries(darkColors)) {
    if (isDark) explorer.setAttribute(name, color);
    else explorer.removeAttribute(name);
  }
}

const explorer = document.querySelector('openapi-explorer');
const dark = matchMedia('(prefers-color-scheme: dark)');
setColors(dark.matches);
dark.addEventListener('change', () => setColors(dark.matches));
const loaded = await load();
if (loaded.error === undefined) await show(loaded, explorer);
else explorer.replaceWith(loaded.error.message);
