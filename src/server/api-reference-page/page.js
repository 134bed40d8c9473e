// Shows the OpenAPI document of the mock that serves this page, with its tokens filled in.

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

/** A part of the document with what its references point to. No schema refers to itself. */
function resolved(part, document) {
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map((item) => resolved(item, document));
  if (typeof part.$ref === 'string') {
    const [, ...keys] = part.$ref.split('/');
    return resolved(at(document, keys), document);
  }
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, resolved(value, document)]));
}

const at = (document, keys) => keys.reduce((part, key) => part?.[key], document);

/** In place of Swagger UI's own function, which takes seconds for each operation. */
const quickReferences = () => ({
  fn: {
    resolveSubtree: async (document, path) => ({ spec: resolved(at(document, path), document), errors: [] }),
  },
});

function show(spec) {
  // Swagger UI would send the example. The URL of the page selects the session.
  delete spec.components.parameters.Session.example;
  const ui = globalThis.SwaggerUIBundle({
    dom_id: '#docs',
    // Requests go to the origin that the page was loaded from, which differs from that of the document behind a proxy.
    spec: { ...spec, servers: [{ url: base || '/' }] },
    deepLinking: true,
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    filter: true,
    tryItOutEnabled: true,
    validatorUrl: null,
    plugins: [quickReferences],
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
