// Names for screen readers, and for the keyboard, what Swagger UI leaves without them.

const ATTRIBUTES = {
  '#servers': { 'aria-label': 'Server' },
  '.examples-select-element': { 'aria-label': 'Example' },
  '.body-param__text': { 'aria-label': 'Request body' },
  '.operation-filter-input': { 'aria-label': 'Filter by tag or path' },
  '.filter-container': { role: 'search' },
  '.information-container': { role: 'region', 'aria-label': 'About this API' },
  '.schemes-server-container': { role: 'region', 'aria-label': 'Servers' },
  '.opblock-tag': { 'aria-level': '2' },
  '.models h4': { 'aria-level': '2' },
  '.opblock h4': { 'aria-level': '3' },
  '.opblock h5': { 'aria-level': '4' },
  // Long lines scroll inside.
  'pre.example, .highlight-code pre': { tabindex: '0' },
};

function name() {
  for (const [selector, attributes] of Object.entries(ATTRIBUTES)) {
    for (const element of document.querySelectorAll(selector)) {
      for (const [attribute, value] of Object.entries(attributes)) {
        if (element.getAttribute(attribute) !== value) element.setAttribute(attribute, value);
      }
    }
  }
}

new MutationObserver(name).observe(document.getElementById('reference'), {
  childList: true,
  subtree: true,
});
