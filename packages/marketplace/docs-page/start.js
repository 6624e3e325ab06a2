// Shows /v1/openapi.json with Swagger UI. A file of its own, because the page allows no inline script.

const KEY_HEADERS = new Set(['x-mkt-api-key', 'authorization']);

/** What this page can use: its own address, and a key. The browser sends a session by itself. */
function forThisPage(openApi) {
  for (const operation of Object.values(openApi.paths).flatMap(Object.values)) {
    const needsNothing = operation.security.some((each) => Object.keys(each).length === 0);
    const takesKey = operation.security.some((each) => 'apiKey' in each);
    operation.security = takesKey && !needsNothing ? [{ apiKey: [] }] : [];
  }
  const { apiKey } = openApi.components.securitySchemes;
  // Swagger UI would link to a list of licenses on another host.
  const { name } = openApi.info.license;
  return {
    ...openApi,
    info: { ...openApi.info, license: { name } },
    servers: [{ url: location.origin }],
    components: { ...openApi.components, securitySchemes: { apiKey } },
  };
}

/** With a key the session of the person at the browser is not sent. */
function withoutSession(request) {
  const names = Object.keys(request.headers ?? {}).map((name) => name.toLowerCase());
  const hasKey = names.some((name) => KEY_HEADERS.has(name));
  request.credentials = hasKey ? 'omit' : 'same-origin';
  return request;
}

async function readDocument() {
  const response = await fetch('/v1/openapi.json');
  const body = await response.json();
  if (!response.ok) throw new Error(body.error);
  return body;
}

function showFailure(error) {
  const message = document.createElement('p');
  message.className = 'failed';
  message.setAttribute('role', 'alert');
  message.textContent = `The API reference could not be loaded: ${error.message} Reload the page to try again.`;
  document.getElementById('reference').replaceChildren(message);
}

try {
  SwaggerUIBundle({
    domNode: document.getElementById('reference'),
    spec: forThisPage(await readDocument()),
    presets: [SwaggerUIBundle.presets.apis],
    requestInterceptor: withoutSession,
    persistAuthorization: false,
    validatorUrl: null,
    queryConfigEnabled: false,
    deepLinking: true,
    displayRequestDuration: true,
    // The scope of each operation.
    showExtensions: true,
    filter: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
  });
} catch (error) {
  showFailure(error);
}
