import type { ReactNode } from 'react';
import { VisibleText } from '../../ui/VisibleText.tsx';

const isHttps = (href: string) => URL.canParse(href) && new URL(href).protocol === 'https:';

/** A link that a stranger gave: only https, and without telling the site where it was found. */
export function OutsideLink({ href, children }: { href: string; children?: ReactNode }) {
  if (!isHttps(href)) return children ?? <VisibleText>{href}</VisibleText>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
      {children ?? <VisibleText>{href}</VisibleText>}
    </a>
  );
}
