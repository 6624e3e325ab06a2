import { serverMode } from '../data/api.ts';
import { VisibleText } from '../ui/VisibleText.tsx';
import classes from './shell.module.css';

const { name, termsUrl, privacyUrl, contactUrl } = serverMode.operator;

const LINKS = [
  ['Terms', termsUrl],
  ['Privacy', privacyUrl],
  ['Contact', contactUrl],
  ['Docs', '/docs'],
  ['OpenAPI', '/v1/openapi.json'],
];

/** Below every page: who runs the marketplace, and what to read. */
export const Foot = () => (
  <footer className={classes.pageFoot} data-print="never">
    {name && <VisibleText>{`Run by ${name}`}</VisibleText>}
    {LINKS.map(
      ([label, href]) =>
        href && (
          <a
            key={label}
            href={href}
            // Of another site: what was typed into the page stays.
            target={href.startsWith('https:') ? '_blank' : undefined}
            rel="noreferrer"
          >
            {label}
          </a>
        ),
    )}
  </footer>
);
