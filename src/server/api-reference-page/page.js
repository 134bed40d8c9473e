// The API reference, in the browser: the document of the mock that serves this page, with tokens at hand.

const base = location.pathname.replace(/\/__mock\/docs$/, '');
let controlToken = null;

/** The document; where it takes the control token, whoever looks is asked for it. */
async function load() {
  const headers = controlToken === null ? {} : { authorization: `Bearer ${controlToken}` };
  const response = await fetch(`${base}/__mock/openapi.json`, { headers });
  if (response.status !== 401) return response.json();
  controlToken = prompt('The control token of this server');
  return controlToken === null ? response.json() : load();
}

function show(spec) {
  const ui = globalThis.SwaggerUIBundle({
    dom_id: '#docs',
    // Requests go to where the page came from, under whichever name that is.
    spec: { ...spec, servers: [{ url: base || '/' }] },
    deepLinking: true,
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    filter: true,
    tryItOutEnabled: true,
    validatorUrl: null,
    onComplete: () => {
      for (const [name, scheme] of Object.entries(spec.components.securitySchemes)) {
        const token = name === 'controlToken' ? controlToken : scheme['x-token'];
        if (token) ui.preauthorizeApiKey(name, token);
      }
    },
  });
}

const spec = await load();
if (spec.error === undefined) show(spec);
else document.querySelector('#docs').textContent = spec.error.message;
