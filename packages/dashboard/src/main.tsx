import './theme/roles.css';
import './theme/mantine.css';
import './theme/pages.css';
import './theme/global.css';
import { setNonce } from 'get-nonce';
import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { useConnectionLostAt } from './data/connection.ts';
import { watchLeaving } from './form/leaving.ts';
import { App, pageNonce } from './shell/App.tsx';
import { ConnectionLost } from './ui/Notice.tsx';

// For the styles of react-remove-scroll, which Modal and Drawer use.
setNonce(pageNonce());
watchLeaving();

const WithConnection = ({ children }: { children: ReactNode }) => (
  <ConnectionLost value={useConnectionLostAt() !== undefined}>{children}</ConnectionLost>
);

const root = document.querySelector('#root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <WithConnection>
        <App />
      </WithConnection>
    </StrictMode>,
  );
}
