import './theme/roles.css';
import './theme/mantine.css';
import './theme/pages.css';
import './theme/global.css';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { watchLeaving } from './form/leaving.ts';
import { App, pageNonce } from './shell/App.tsx';

// For the styles of react-remove-scroll, which Modal and Drawer use.
setNonce(pageNonce());
watchLeaving();

const root = document.querySelector('#root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
